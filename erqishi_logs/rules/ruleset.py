"""規則: one frozen rule set (RULEBOOK §8)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping  # noqa: TC003 - read at run time by the loader
from dataclasses import dataclass, field, fields

from erqishi_logs.rules import options as opt


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """規則: every option of the rulebook with its value, and the clause behind each.

    `sources` maps an option's name to its clause; `house` lists what a record changed.
    All other fields are options and are described by their clauses. 和 are whole numbers.
    """

    id: str
    name: str
    base: str
    game: str
    sources: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    house: tuple[str, ...] = ()

    # §3 deal, dealer, 圈
    players: tuple[int, ...]
    hand_size: int
    hand_sizes: tuple[tuple[int, int], ...]
    dealer_extra: int
    xiaojia_at: tuple[int, ...]
    wilds: int
    cut: opt.Cut
    cutter: opt.Cutter
    dealer_by: opt.DealerBy
    dealer_keeps: opt.DealerKeeps

    # §4 play
    chi_from: opt.ChiFrom
    flip_counts_as: opt.FlipCountsAs
    dui_own_flip: bool
    bai_impossible: opt.BaiImpossible
    bakuai_false: opt.BakuaiFalse
    sao: bool

    # §5 passed cards
    guozhang_scope: opt.Scope
    guozhang_clears: opt.Clears
    hu_guozhang: opt.HuGuozhang
    hou_dui_hu: opt.HouDuiHu
    hou_dui_hu_clears: opt.Clears
    own_discard_dead: bool
    huilong: bool
    shangtu_xiaxie: bool

    # §7 when judged
    judged_youkai_bukai: opt.Judged
    judged_youbai_bubai: opt.Judged
    judged_chai_kan: opt.Judged
    hushu_bugou_is_zha_hu: bool

    # §6 counting
    min_hushu: int
    zhuangzi_breaks_kun: bool
    scheme: opt.Scheme
    rounding: opt.Rounding
    tiers: tuple[opt.Tier, ...]
    tai_from: int
    tai_fan: int
    tai_name: str
    unit: int
    kun_word_is_tier: bool
    chipiao_is_title: bool
    ladder_titles: opt.LadderTitles
    ladder_literal: tuple[opt.NamedStep, ...]
    one_colour_floor: int
    fan_tianhu: int
    fan_dihu: int
    fan_kun: int
    fan_piao: int
    fan_quan: int
    fan_quanhong: int
    fan_quanhei: int
    quan_quad_fan: int
    kun_table: tuple[tuple[int, int], ...]
    cap: int
    cap_taipao: int

    # §6 paying
    taipao: int
    xiaojia_values: tuple[int, int, int, int]
    xiaojia_names: tuple[str, str, str, str, str]
    xiaojia_quan: opt.XiaojiaQuan
    xiaojia_quan_value: int
    xiaojia_dihu_fan: int
    xiaojia_own_draw: int
    quan_pays_alone: bool
    penalty: int
    penalty_is_stake: bool
    baohou_jixu: bool

    def has_xiaojia(self, n_players: int) -> bool:
        """小家: whether the dealer's 上家 is one at a table of so many (S0-092).

        >>> from erqishi_logs.rules import load_preset
        >>> load_preset("leshan-4").has_xiaojia(4)
        True
        """
        return n_players in self.xiaojia_at

    def cards_each(self, n_players: int) -> int:
        """Cards that a seat, neither dealer nor 小家, is dealt (20).

        >>> from erqishi_logs.rules import load_preset
        >>> load_preset("leshan").cards_each(3)
        20
        """
        return dict(self.hand_sizes).get(n_players, self.hand_size)

    def taipao_factor(self, n_players: int) -> int:
        """抬炮: what the total is multiplied by (S0-089, S1-104, S2-107).

        >>> from erqishi_logs.rules import load_preset
        >>> load_preset("leshan").taipao_factor(3), load_preset("muchuan").taipao_factor(4)
        (3, 3)
        """
        if self.taipao == opt.TAIPAO_PLAYERS:
            return n_players
        if self.taipao == opt.TAIPAO_PLAYERS_MINUS_1:
            return n_players - 1
        return self.taipao

    @property
    def penalty_due(self) -> float:
        """包牌: what the offender gives each other player at stake 1 (S0-159, S1-140).

        `penalty` 和, of which `unit` make one that the stake is for; or so many stakes.

        >>> from erqishi_logs.rules import load_preset, load_rules
        >>> load_preset("leshan").penalty_due, load_preset("online").penalty_due
        (20, 2)
        >>> load_rules("app-meishan", ["penalty=20"]).penalty_due
        2
        """
        if self.penalty_is_stake or self.penalty % self.unit == 0:
            return self.penalty // (1 if self.penalty_is_stake else self.unit)
        return self.penalty / self.unit

    def options(self) -> dict[str, object]:
        """Every option by name, in the order of the rulebook."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name not in NOT_OPTIONS}

    @property
    def hash(self) -> str:
        """16 hex digits that stand for the options alone, names and sources aside.

        >>> from erqishi_logs.rules import load_preset
        >>> load_preset("leshan").hash == load_preset("leshan").hash != load_preset("quan").hash
        True
        """
        text = repr([(name, value) for name, value in self.options().items()])
        return hashlib.sha256(text.encode()).hexdigest()[:16]


NOT_OPTIONS = ("id", "name", "base", "sources", "house")
