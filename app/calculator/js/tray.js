// The tray: twenty kinds to tap, what they make: the hand, the melds on the table, the winning card.
const MODES = ["hand", "meld", "win"];

function countOf(cards, glyph) {
  return [...cards].filter((card) => card === glyph).length;
}

function leftOf(state, kind) {
  return kind.copies - countOf(state.hand + state.melds.join(""), kind.card);
}

function buildTray(state, box) {
  const { data, texts } = state;
  box.setAttribute("aria-label", texts.tray);
  box.classList.toggle("wild", data.kinds.length > 20);
  const keys = data.kinds.map((kind) => {
    const key = el("button", "key");
    key.type = "button";
    key.dataset.card = kind.card;
    const left = el("span", "left-over");
    left.setAttribute("aria-hidden", "true");
    key.append(cardNode(kind.card, texts), left);
    key.onclick = () => state.tap(kind);
    return key;
  });
  box.replaceChildren(...keys);
}

function drawTray(state, box) {
  const { data, texts } = state;
  [...box.children].forEach((key, i) => {
    const kind = data.kinds[i];
    const left = leftOf(state, kind);
    key.disabled = left < 1;
    key.querySelector(".left-over").textContent = `×${left}`;
    key.setAttribute("aria-label", fill(texts.key, { card: cardLabel(kind.card, texts), n: left }));
  });
}

function buildModes(state, box) {
  const { texts } = state;
  box.setAttribute("aria-label", texts.mode);
  const buttons = MODES.map((mode) => {
    const button = el("button", "mode", texts[`mode_${mode}`]);
    button.type = "button";
    button.dataset.mode = mode;
    button.setAttribute("role", "radio");
    button.onclick = () => state.setMode(mode);
    return button;
  });
  const clear = el("button", "clear", texts.clear);
  clear.type = "button";
  clear.onclick = () => state.clear();
  box.replaceChildren(...buttons, clear);
}

function drawModes(state, box) {
  for (const button of box.querySelectorAll(".mode")) {
    button.setAttribute("aria-checked", String(button.dataset.mode === state.mode));
  }
}

// The winning card lies apart from the hand, as at the table.
function drawLaid(state, box) {
  const { texts, hand, melds, win } = state;
  const held = win ? hand.replace(win, "") : hand;
  zone(box, "hand", texts.lang + held, fill(texts.zone_hand, { n: held.length }), () =>
    columnsOf(held).map((column) => takeBack(state, columnNode(column, texts), column[0], () => state.tapHeld(column[0]))),
  );
  zone(box, "win", texts.lang + win, texts.zone_win, () =>
    win ? [takeBack(state, columnNode([win], texts), win, () => state.dropWin())] : [],
  );
  zone(box, "meld", texts.lang + melds, fill(texts.zone_meld, { n: melds.length }), () =>
    melds.map((meld, i) => takeBack(state, meldNode(meld, texts, false), meld, () => state.dropMeld(i))),
  );
}

function zone(box, name, signature, title, build) {
  const section = box.querySelector(`.${name}-zone`);
  section.querySelector("h3").textContent = title;
  const cards = section.querySelector(".zone");
  if (cards.dataset.is === signature) return;
  cards.dataset.is = signature;
  cards.replaceChildren(...build());
}

function takeBack(state, column, cards, act) {
  const { texts } = state;
  const button = el("button", "laid-cards");
  button.type = "button";
  button.dataset.cards = cards;
  button.append(column);
  button.onclick = act;
  const names = [...cards].map((card) => cardLabel(card, texts)).join(" ");
  button.setAttribute("aria-label", fill(texts.take_back, { cards: names }));
  return button;
}
