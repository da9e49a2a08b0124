// What came of it: the best arrangement as a receipt, the others, the other rule sets.
function drawAnswer(state, root) {
  const { data } = state;
  const { answer } = data;
  const verdict = root.querySelector(".verdict");
  verdict.className = `verdict ${answer.kind}`;
  verdict.querySelector(".say").textContent = answer.head;
  verdict.querySelector(".why").replaceChildren(...answer.sentences.map((sentence) => el("p", "", sentence)));
  const glance = root.querySelector(".glance");
  glance.className = `glance ${answer.kind}`;
  glance.textContent = answer.head;
  const shown = answer.arrangements[state.way];
  buildReceipt({ data: { receipt: shown ? shown.receipt : null }, texts: state.texts }, root.querySelector(".receipt"));
  drawWays(state, root.querySelector(".ways"));
  drawPlaces(state, root.querySelector(".places"));
}

function drawWays(state, box) {
  const { arrangements, many } = state.data.answer;
  box.hidden = arrangements.length < 2;
  box.querySelector("h3").textContent = many;
  const items = arrangements.map((way, i) => {
    const button = el("button", "way-of");
    button.type = "button";
    if (i === state.way) button.setAttribute("aria-current", "true");
    const cards = way.receipt.melds.map((meld) => meld.cards).join(" ");
    button.append(el("b", "", way.head), el("span", "tags", way.tags.join(" ")), el("span", "meld-text", cards));
    button.onclick = () => state.showWay(i);
    const item = el("li");
    item.append(button);
    return item;
  });
  box.querySelector("ol").replaceChildren(...items);
}

function drawPlaces(state, box) {
  const { elsewhere } = state.data;
  box.hidden = !elsewhere;
  if (!elsewhere) return;
  box.querySelector("h3").textContent = state.texts.places;
  const heads = tableRow("heads-row", "columnheader", elsewhere.heads);
  const rows = elsewhere.rows.flatMap((row) => {
    const line = row.cells ? tableRow("place", "cell", [row.name, ...row.cells]) : tableRow("place none", "cell", [row.name, row.reason]);
    if (row.own) line.classList.add("own");
    return row.causes.sentences.length ? [line, causeNode(row.causes)] : [line];
  });
  box.querySelector(".grid").replaceChildren(heads, ...rows);
}

function tableRow(cls, role, texts) {
  const row = el("div", cls);
  row.setAttribute("role", "row");
  texts.forEach((text, i) => {
    const cell = el("span", `c${i}`, text);
    cell.setAttribute("role", role);
    row.append(cell);
  });
  return row;
}

// The change, and each option behind it in one line; opened, the whole sentences.
function causeNode(causes) {
  const row = el("div", "cause");
  row.setAttribute("role", "row");
  const cell = el("details");
  cell.setAttribute("role", "cell");
  const head = el("summary");
  head.append(...causes.changes.map((change) => el("span", "change", change)), ...causes.sentences.map((sentence) => el("p", "", sentence)));
  cell.append(head);
  row.append(cell);
  return row;
}
