// The table around which the players sit: hands, melds, discards, passed cards.

// What holds for the whole hand and so never makes the layout jump: most columns, most rows.
function measure(data) {
  return data.players.map((_, seat) => {
    const size = { cols: 1, rows: 1, discards: 0, melds: 0 };
    for (const frame of data.frames) {
      const columns = [...columnsOf(frame.hands[seat]), ...frame.table[seat].map((meld) => [...meld])];
      size.cols = Math.max(size.cols, columns.length + (frame.table[seat].length ? 0.7 : 0));
      size.rows = Math.max(size.rows, ...columns.map((column) => column.length));
      size.discards = Math.max(size.discards, frame.discards[seat].length);
      size.melds = Math.max(size.melds, frame.table[seat].length);
    }
    for (const event of data.events) {
      if (event.type === "hu" && event.seat === seat) size.rows = Math.max(size.rows, ...(event.melds || []).map((meld) => meld.length));
    }
    return size;
  });
}

// Which melds on the table hold a claimed card: all but those that a chi laid besides (擺).
function laidBesides(data) {
  const laid = data.players.map(() => new Set());
  data.frames.forEach((frame, step) => {
    const event = frame.event === null ? null : data.events[frame.event];
    if (!event || event.type !== "chi" || step === 0) return;
    const before = data.frames[step - 1].table[event.seat].length;
    for (let i = before + 1; i < frame.table[event.seat].length; i += 1) laid[event.seat].add(i);
  });
  return laid;
}

// Seats in reading order: the next player (下家) sits on the right, counter-clockwise.
function placesOf(n, view) {
  const others = [];
  for (let i = n - 1; i > 0; i -= 1) others.push((view + i) % n);
  return { bottom: view, others };
}

function seatNode(player, seat) {
  const node = el("section", "seat");
  node.dataset.seat = seat;
  node.setAttribute("aria-label", player);
  const head = el("header", "who");
  head.append(el("b", "name", player), el("span", "badges"), el("span", "call"), el("span", "size"));
  const play = el("div", "cards");
  play.append(el("div", "hand"), el("div", "melds"));
  const out = el("div", "out");
  out.append(el("div", "discards"), el("div", "passed"));
  node.append(head, play, out);
  return node;
}

// A zone is built again only when what it shows has changed: a step touches few of them.
function update(node, signature, build) {
  if (node.dataset.is === signature) return;
  node.dataset.is = signature;
  node.replaceChildren(...build());
}

function drawSeat(state, node, seat, frame) {
  const { data, texts } = state;
  const event = frame.event === null ? null : data.events[frame.event];
  const acted = event !== null && event.seat === seat && event.type !== "deal";
  node.classList.toggle("turn", frame.turn === seat);
  node.classList.toggle("acted", acted);
  const win = state.wins[state.step];
  node.classList.toggle("won", Boolean(win) && win.seat === seat);
  drawHead(state, node, seat, frame, acted ? event : null);
  const shown = !state.hidden || seat === state.view || node.classList.contains("won");
  const groups = win && win.seat === seat && win.melds ? win.melds.map((meld) => [...meld]) : null;
  const hand = shown ? data.frames[state.step].hands[seat] : frame.hands[seat];
  update(node.querySelector(".hand"), `${texts.lang}${shown}${groups || hand}`, () =>
    (groups || columnsOf(hand)).map((column) => columnNode(column, texts, !shown)),
  );
  const melds = frame.table[seat];
  const fresh = acted && ["chi", "dui", "kai"].includes(event.type);
  update(node.querySelector(".melds"), `${texts.lang}${fresh}${melds}`, () =>
    melds.map((meld, i) => meldNode(meld, texts, !state.laid[seat].has(i), fresh && i === melds.length - 1)),
  );
  const out = frame.discards[seat];
  update(node.querySelector(".discards"), `${texts.lang}${out}`, () => discardNodes(out, state.sizes[seat].discards, texts));
  drawPassed(state, node.querySelector(".passed"), frame.passed[seat] || {});
}

function discardNodes(out, room, texts) {
  const nodes = [...out].map((glyph) => cardNode(glyph, texts));
  while (nodes.length < room) nodes.push(el("span", "card ghost"));
  return nodes;
}

function drawHead(state, node, seat, frame, event) {
  const { data, texts } = state;
  const badges = [];
  if (seat === data.dealer) badges.push(["dealer", texts.dealer]);
  if (seat === data.xiaojia) badges.push(["xiaojia", texts.xiaojia]);
  const blocks = state.blocks[state.step][seat];
  if (blocks) badges.push(["blocks", fill(texts.blocks, { n: blocks })]);
  update(node.querySelector(".badges"), `${texts.lang}${badges}`, () => badges.map(([cls, text]) => el("span", `badge ${cls}`, text)));
  const call = event && event.call ? event.call : "";
  update(node.querySelector(".call"), call, () => (call ? [el("span", "shout", call)] : []));
  const count = frame.hands[seat].length;
  update(node.querySelector(".size"), `${texts.lang}${count}`, () => [el("span", "", fill(texts.cards, { n: count }))]);
}

// 過張: each chance let pass, with the way to the event at which it passed.
function drawPassed(state, node, passed) {
  const { texts } = state;
  update(node, texts.lang + JSON.stringify(passed), () => {
    const groups = [];
    for (const way of ["chi", "dui", "kai", "hu"]) {
      const chances = Object.entries(passed[way] || {});
      if (!chances.length) continue;
      const group = el("span", "group");
      group.append(el("span", "way", texts[`passed_${way}`]));
      for (const [glyph, event] of chances) group.append(passedChip(state, way, glyph, event));
      groups.push(group);
    }
    if (groups.length) groups.unshift(el("span", "way", texts.passed));
    return groups;
  });
}

function passedChip(state, way, glyph, event) {
  const chip = el("button", `chip ${BIG.includes(glyph) ? "red" : "black"}`, glyph);
  chip.type = "button";
  chip.title = fill(state.texts.passed_at, { card: cardLabel(glyph, state.texts), way: state.texts[`passed_${way}`], n: event + 1 });
  chip.setAttribute("aria-label", chip.title);
  chip.onclick = () => state.goto(state.stepOf(event));
  return chip;
}

// The win that stands at each step: comments and payments may follow it, a further play voids it (包後繼續).
function winsBySteps(data) {
  let standing = null;
  return data.frames.map((frame) => {
    const event = frame.event === null ? null : data.events[frame.event];
    if (event && event.type === "hu" && !event.overruled) standing = event;
    else if (event && !["note", "baopai", "pass"].includes(event.type)) standing = null;
    return standing;
  });
}

// 八塊 calls that stand, by step and seat.
function blocksBySteps(data) {
  let standing = data.players.map(() => 0);
  return data.frames.map((frame) => {
    const event = frame.event === null ? null : data.events[frame.event];
    if (event && event.type === "bakuai") {
      standing = [...standing];
      standing[event.seat] = event.blocks;
    }
    return standing;
  });
}
