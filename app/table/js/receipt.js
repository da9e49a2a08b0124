// The count of the winning hand, line by line, like a till's receipt.
function buildReceipt(state, box) {
  const { receipt } = state.data;
  box.hidden = !receipt;
  if (!receipt) return;
  box.querySelector("h3").textContent = receipt.title;
  const rows = receipt.melds.map((meld) => {
    const cards = el("span", "heads");
    for (const glyph of meld.cards) cards.append(headNode(glyph, state.texts));
    return receiptRow(cards, meld.label, meld.value, "meld");
  });
  for (const line of receipt.lines) rows.push(receiptRow(null, line.label, line.value, line.kind));
  box.querySelector(".rows").replaceChildren(...rows);
}

function headNode(glyph, texts) {
  const node = el("span", `head ${BIG.includes(glyph) ? "red" : "black"}`, glyph);
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", cardLabel(glyph, texts));
  return node;
}

function receiptRow(cards, label, value, kind) {
  const row = el("div", `row ${kind || ""}`);
  row.setAttribute("role", "listitem");
  if (cards) row.append(cards);
  row.append(el("span", "label", label), el("span", "value", value));
  return row;
}
