// One calculator a mount. It knows no rule: every count comes from the server, for the newest question only.
const mounted = new WeakMap();
const TAP_PAUSE_MS = 120;

class CalculatorState {
  constructor(root, send) {
    Object.assign(this, { root, send, number: -1, asked: {}, hand: "", melds: [], win: "", mode: "hand", way: 0, timer: 0 });
  }

  load(data) {
    const first = !this.data;
    const other = first || JSON.stringify(data.answer) !== JSON.stringify(this.data.answer);
    this.data = data;
    this.texts = data.texts;
    if (other) this.way = 0;
    if (first || data.number >= this.number) this.adopt(data);
    this.build();
    this.draw();
  }

  // The server's reading of what was typed; an answer to an older question changes no card.
  adopt(data) {
    this.number = data.number;
    this.asked = { ...data.asked };
    if (data.hand !== null) Object.assign(this, { hand: data.hand, melds: [...data.melds] });
    this.win = this.hand.includes(this.asked.win || "") ? this.asked.win || "" : "";
    window.history.replaceState(window.history.state, "", data.address);
  }

  tap(kind) {
    if (leftOf(this, kind) < 1) return;
    if (this.mode === "meld") this.lay(kind.card);
    else {
      if (this.mode === "win" && this.win) this.hand = this.hand.replace(this.win, "");
      if (this.mode === "win") this.win = kind.card;
      this.hand = this.sorted(this.hand + kind.card);
    }
    this.relay();
  }

  // Three cards fill a place on the table; a fourth like them lies with them.
  lay(card) {
    const last = this.melds.length - 1;
    const open = last >= 0 ? this.melds[last] : "";
    const joins = open && (open.length < 3 || open === card.repeat(3));
    if (joins) this.melds[last] = open + card;
    else this.melds.push(card);
  }

  tapHeld(card) {
    if (this.mode === "win" && !this.win) this.win = card;
    else this.hand = this.hand.replace(card, "");
    this.relay();
  }

  dropWin() {
    this.hand = this.hand.replace(this.win, "");
    this.win = "";
    this.relay();
  }

  dropMeld(place) {
    this.melds.splice(place, 1);
    this.relay();
  }

  clear() {
    Object.assign(this, { hand: "", melds: [], win: "" });
    this.setMode("hand");
    this.relay();
  }

  setMode(mode) {
    this.mode = mode;
    this.draw();
  }

  sorted(cards) {
    const order = this.data.kinds.map((kind) => kind.card);
    return [...cards].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join("");
  }

  // What lies there, as the text that is asked and shown.
  relay() {
    this.asked.cards = [this.hand, ...this.melds.map((meld) => `(${meld})`)].filter(Boolean).join(" ");
    this.asked.win = this.win;
    this.draw();
    this.ask(TAP_PAUSE_MS);
  }

  say(key, value, wait = 0) {
    this.asked[key] = value;
    this.ask(wait);
  }

  ask(wait) {
    this.number += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send("ask", { ...this.asked, number: this.number }), wait);
  }

  showWay(way) {
    this.way = way;
    drawAnswer(this, this.root);
  }

  build() {
    const { root, data, texts } = this;
    root.classList.toggle("dark", isDark(root));
    root.lang = texts.lang;
    root.dataset.number = data.number;
    const signature = texts.lang + JSON.stringify(data.kinds);
    if (root.dataset.is !== signature) {
      root.dataset.is = signature;
      root.querySelector(".title").textContent = texts.title;
      root.querySelector(".typed span").textContent = texts.typed;
      root.querySelector(".typed input").placeholder = texts.typed_like;
      buildModes(this, root.querySelector(".modes"));
      buildTray(this, root.querySelector(".tray"));
    }
    buildForm(this, root.querySelector(".asks"));
    drawAnswer(this, root);
  }

  draw() {
    const { root, asked } = this;
    const input = root.querySelector(".typed input");
    if (rootActive(input) !== input) input.value = asked.cards || "";
    drawModes(this, root.querySelector(".modes"));
    drawTray(this, root.querySelector(".tray"));
    drawLaid(this, root.querySelector(".laid"));
    drawForm(this, root.querySelector(".asks"));
  }
}

function mount(parent, send) {
  const root = parent.querySelector(".er");
  const state = new CalculatorState(root, send);
  listenTyping(root.querySelector(".typed input"), (value, wait) => state.say("cards", value, wait));
  return state;
}

export default function calculator({ data, parentElement, setTriggerValue }) {
  let state = mounted.get(parentElement);
  if (!state || !parentElement.contains(state.root)) {
    state = mount(parentElement, setTriggerValue);
    mounted.set(parentElement, state);
  }
  state.send = setTriggerValue;
  state.load(data);
  return () => {
    clearTimeout(state.timer);
    mounted.delete(parentElement);
  };
}
