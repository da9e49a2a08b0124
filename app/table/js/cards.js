// One card, one column, one meld. Text enters the page by textContent or attributes only.
const SMALL = "一二三四五六七八九十";
const BIG = "壹貳叄肆伍陸柒捌玖拾";

function el(tag, cls, text) {
  const node = document.createElement(tag);
  if (cls) node.className = cls;
  if (text !== undefined) node.textContent = text;
  return node;
}

function fill(template, words) {
  return template.replace(/\{(\w+)\}/g, (whole, key) => (key in words ? words[key] : whole));
}

function numberOf(glyph) {
  return SMALL.includes(glyph) ? SMALL.indexOf(glyph) + 1 : BIG.indexOf(glyph) + 1;
}

function cardLabel(glyph, texts) {
  if (glyph === "?") return texts.card_unseen;
  const number = numberOf(glyph);
  const name = BIG.includes(glyph) ? texts.card_big : SMALL.includes(glyph) ? texts.card_small : "{c}";
  return fill(name, { c: glyph, n: number });
}

function cardNode(glyph, texts, extra) {
  const tone = BIG.includes(glyph) ? "red" : glyph === "?" ? "back" : "black";
  const node = el("span", `card ${tone} ${extra || ""}`);
  node.dataset.c = glyph === "?" ? "" : glyph;
  const number = numberOf(glyph);
  if (number) node.dataset.n = number;
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", cardLabel(glyph, texts));
  return node;
}

function backNode(texts) {
  const node = el("span", "card back");
  node.dataset.c = "";
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", texts.card_hidden);
  return node;
}

// Like cards share a column; unseen ones stand in fours, as kinds do.
function columnsOf(hand) {
  const columns = [];
  for (const glyph of hand) {
    const last = columns[columns.length - 1];
    if (last && last[0] === glyph && (glyph !== "?" || last.length < 4)) last.push(glyph);
    else columns.push([glyph]);
  }
  return columns;
}

function columnNode(glyphs, texts, hidden) {
  const column = el("span", "col");
  for (const glyph of glyphs) column.append(hidden ? backNode(texts) : cardNode(glyph, texts));
  return column;
}

// The claimed card lies in front, whole; the cards from the hand show their heads behind it.
function meldNode(cards, texts, claimed, fresh) {
  const column = el("span", `col meld${fresh ? " fresh" : ""}`);
  const glyphs = [...cards];
  const behind = claimed ? glyphs.slice(1) : glyphs;
  for (const glyph of behind) column.append(cardNode(glyph, texts));
  if (claimed) {
    const front = cardNode(glyphs[0], texts, "claimed");
    front.setAttribute("aria-label", fill(texts.card_claimed, { card: cardLabel(glyphs[0], texts) }));
    column.append(front);
  }
  return column;
}

const ICONS = {
  first: "M5 5v14M19 5 9 12l10 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
  prev: "M16 5 7 12l9 7z",
  next: "M8 5l9 7-9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
  flag_prev: "M10 12 4 7v10zM13 20V4h8l-3 4 3 4h-8",
  flag_next: "M14 12l6-5v10zM3 20V4h8L8 8l3 4H3",
  chair: "M12 4a8 8 0 1 0 8 8M12 4l4-3M12 4l4 3",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  violation: "M12 3 22 21H2z",
  fault: "M12 1.5 22.5 12 12 22.5 1.5 12z",
  note: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z",
  cannot_tell: "M8 9a4 4 0 1 1 5.5 3.7C12 13.4 12 14 12 16M12 20v.3",
  look: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  help: "M9 9a3 3 0 1 1 4 3c-1 .6-1 1-1 2M12 18v.2",
};

function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}
