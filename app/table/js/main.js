// One table a mount: Streamlit calls the default function again at each change of data or theme.
const mounted = new WeakMap();

const BUTTONS = [
  ["first", "Home"], ["flag_prev", ","], ["prev", "ArrowLeft"], ["play", " "],
  ["next", "ArrowRight"], ["flag_next", "."], ["last", "End"],
];
const SWITCHES = [["chair", "v"], ["eye", "h"], ["up", "["], ["down", "]"], ["look", "d"], ["help", "?"]];

class TableState {
  constructor(root, send) {
    Object.assign(this, { root, send, step: 0, view: 0, hidden: false, playing: false, speed: 1, timer: 0, urlTimer: 0, look: "auto" });
    this.nodes = [];
    this.keys = keyTable(this);
  }

  load(data) {
    const another = !this.data || this.data.hand !== data.hand;
    const first = !this.data;
    const chosen = !first && this.data.chosen !== data.chosen;
    this.data = data;
    this.texts = data.texts;
    this.sizes = measure(data);
    this.laid = laidBesides(data);
    this.blocks = blocksBySteps(data);
    this.wins = winsBySteps(data);
    this.steps = new Map(data.frames.map((frame) => [frame.event, frame.step]));
    this.stepOf = (event) => this.steps.get(event) ?? 0;
    this.findings = data.findings.map((finding, index) => ({ ...finding, index, step: this.findingStep(finding) }));
    this.findings.sort((a, b) => a.step - b.step);
    if (data.deep_link) this.look = storedLook();
    if (another) this.start(first);
    this.build();
    this.draw();
    if (another && !first) this.root.focus({ preventScroll: true });
    if (chosen) closeListOnPhone();
  }

  // What is on the table now; with the other hands hidden, what the seat that looks on could know.
  frame() {
    const frame = this.data.frames[this.step];
    return this.hidden ? { ...frame, ...this.data.seen[this.view][this.step] } : frame;
  }

  start(first) {
    const { start, events, frames } = this.data;
    this.play(false);
    const dealt = events.findIndex((event) => event.type !== "deal" && event.type !== "cut");
    const wanted = first && start.step !== null ? start.step : Math.max(0, dealt);
    this.step = Math.min(wanted, frames.length - 1);
    this.view = start.seat;
  }

  // A finding without an event is about the record as a whole and stands at its end.
  findingStep(finding) {
    return finding.event === null ? this.data.frames.length - 1 : this.stepOf(finding.event);
  }

  framesLeft() {
    return this.data.frames.length - 1 - this.step;
  }

  caption() {
    const { event } = this.data.frames[this.step];
    return event === null ? this.texts.before : this.data.events[event].caption;
  }

  goto(step, playing) {
    if (!playing && this.playing) this.play(false);
    const wanted = Math.max(0, Math.min(this.data.frames.length - 1, step));
    if (wanted === this.step) return;
    this.step = wanted;
    this.draw();
  }

  gotoFinding(direction) {
    const steps = this.findings.map((finding) => finding.step).filter((step) => (step - this.step) * direction > 0);
    if (steps.length) this.goto(direction > 0 ? Math.min(...steps) : Math.max(...steps));
  }

  play(on) {
    if (on && this.data.frames.length - 1 === this.step) this.goto(0);
    playTimer(this, on);
    if (this.nodes.length) drawControls(this);
  }

  setSpeed(change) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + change));
    if (this.playing) playTimer(this, true);
    drawControls(this);
  }

  setView(seat) {
    this.view = seat % this.data.players.length;
    this.seatAll();
    this.draw();
  }

  setHidden(hidden) {
    this.hidden = hidden;
    this.draw();
  }

  otherHand(direction) {
    this.send("hand", direction);
  }

  help() {
    const dialog = this.root.querySelector("dialog");
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  build() {
    const { data, root } = this;
    root.classList.toggle("dark", isDark(root));
    root.lang = this.texts.lang;
    root.dataset.hand = data.hand;
    root.querySelector(".title").textContent = data.title;
    root.querySelector(".facts").replaceChildren(...data.facts.map((fact) => el("span", `fact ${fact.kind || ""}`, fact.text)));
    for (const node of root.querySelectorAll(".seat")) node.remove();
    this.nodes = data.players.map((player, seat) => seatNode(player, seat));
    this.nodes.forEach((node, seat) => setSizes(node, this.sizes[seat]));
    this.nodes.forEach((node, seat) => node.classList.toggle("xiaojia", seat === data.xiaojia));
    root.querySelector(".felt").append(...this.nodes);
    this.seatAll();
    buildTimeline(this, root.querySelector(".bar"));
    buildFindings(this, root.querySelector(".findings"));
    buildReceipt(this, root.querySelector(".receipt"));
    buildControls(this);
    buildHelp(this);
  }

  seatAll() {
    const felt = this.root.querySelector(".felt");
    const n = this.data.players.length;
    felt.dataset.n = n;
    const { bottom, others } = placesOf(n, this.view);
    others.forEach((seat, i) => placeSeat(this.nodes[seat], n > 4 ? "other" : ["left", "top", "right"][n === 2 ? 1 : n === 3 ? i * 2 : i], i));
    placeSeat(this.nodes[bottom], "bottom", others.length);
    fit(this);
  }

  draw() {
    const { root } = this;
    const frame = this.frame();
    this.nodes.forEach((node, seat) => drawSeat(this, node, seat, frame));
    drawCentre(this, root.querySelector(".centre"), frame);
    drawTimeline(this, root.querySelector(".bar"));
    drawFindings(this, root.querySelector(".findings"));
    drawControls(this);
    root.dataset.step = this.step;
    this.rememberUrl();
  }

  // Browsers limit history calls; a held key must not reach that limit.
  rememberUrl() {
    if (!this.data.deep_link) return;
    clearTimeout(this.urlTimer);
    this.urlTimer = setTimeout(() => {
      window.history.replaceState(window.history.state, "", this.address());
    }, 200);
  }

  address() {
    const url = new URL(window.location.href);
    const state = { hand: this.data.hand, step: this.step, seat: this.view, lang: this.texts.lang };
    for (const [key, value] of Object.entries(state)) url.searchParams.set(key, value);
    url.searchParams.delete("list");
    return url;
  }
}

function placeSeat(node, where, order) {
  node.dataset.place = where;
  node.style.order = order;
}

// How wide a card may be so that the fullest hand of the deal fits in one row. By script: container
// units in the cards' style make the browser restyle every card at every step.
function fit(state) {
  state.nodes.forEach((node, seat) => {
    const cards = node.querySelector(".cards");
    const most = parseFloat(getComputedStyle(node).getPropertyValue("--wmax"));
    const room = cards.clientWidth / state.sizes[seat].cols - 3;
    const width = `${Math.floor(2 * Math.max(9, Math.min(most, room))) / 2}px`;
    if (cards.style.getPropertyValue("--w") !== width) cards.style.setProperty("--w", width);
  });
}

function setSizes(node, size) {
  node.style.setProperty("--rows", size.rows);
  node.classList.toggle("small", size.cols <= 5);
}

// The card that the event just done took up: shown a step longer, faint, so that the eye can follow.
function takenBy(state, frame) {
  const event = frame.event === null ? null : state.data.events[frame.event];
  return event && ["chi", "dui", "kai", "hu"].includes(event.type) && !event.overruled ? event.card : null;
}

function drawCentre(state, box, frame) {
  const { texts } = state;
  box.querySelector(".wall b").textContent = frame.wall_left;
  box.querySelector(".wall .unit").textContent = texts.wall;
  update(box.querySelector(".live"), `${texts.lang}${frame.live}${frame.event}`, () => {
    const glyph = frame.live || takenBy(state, frame);
    if (!glyph) return [];
    const node = cardNode(glyph, texts, frame.live ? "big" : "big taken");
    node.setAttribute("aria-label", fill(frame.live ? texts.card_live : texts.card_claimed, { card: cardLabel(glyph, texts) }));
    return [node];
  });
  box.querySelector(".caption").textContent = state.caption();
}

function buildControls(state) {
  const box = state.root.querySelector(".controls");
  const { texts } = state;
  const make = ([name, key]) => {
    const button = el("button", `control ${name}`);
    button.type = "button";
    button.dataset.name = name;
    button.title = `${texts[`do_${name}`]} (${KEY_NAMES[key] || key})`;
    button.setAttribute("aria-label", button.title);
    button.append(icon(name));
    button.onclick = () => state.keys[key]();
    return button;
  };
  const speed = el("button", "control speed");
  speed.type = "button";
  speed.title = `${texts.do_speed} (+ −)`;
  speed.onclick = () => {
    if (state.speed === SPEEDS.length - 1) state.speed = -1;
    state.setSpeed(1);
  };
  const main = el("div", "main");
  main.append(...BUTTONS.map(make));
  const more = el("div", "more");
  more.append(speed, ...SWITCHES.filter(([name]) => state.data.deep_link || !["up", "down"].includes(name)).map(make));
  more.querySelector(".look").append(el("span", "word"));
  const count = el("span", "count");
  box.replaceChildren(count, main, more);
}

const KEY_NAMES = { ArrowLeft: "←", ArrowRight: "→", " ": "␣" };

function drawControls(state) {
  const box = state.root.querySelector(".controls");
  const play = box.querySelector(".play");
  if (!play) return;
  const shape = state.playing ? "pause" : "play";
  if (play.dataset.shape !== shape) {
    play.dataset.shape = shape;
    play.replaceChildren(icon(shape));
    play.setAttribute("aria-pressed", state.playing);
  }
  box.querySelector(".speed").textContent = `${SPEEDS[state.speed]}×`;
  box.querySelector(".eye").setAttribute("aria-pressed", state.hidden);
  const look = box.querySelector(".look");
  look.title = `${state.texts.do_look}：${state.texts[`look_${state.look}`]} (D)`;
  look.setAttribute("aria-label", look.title);
  look.querySelector(".word").textContent = state.texts[`look_${state.look}`];
}

function buildHelp(state) {
  const { texts, root } = state;
  const dialog = root.querySelector("dialog");
  dialog.querySelector("h3").textContent = texts.keys_title;
  dialog.querySelector("button").textContent = texts.close;
  const rows = texts.keys_help.flatMap(([keys, does]) => {
    const term = el("dt");
    term.append(...keys.split(" ").map((key) => el("kbd", "", key)));
    return [term, el("dd", "", does)];
  });
  dialog.querySelector("dl").replaceChildren(...rows);
}

function mount(parent, send) {
  const root = parent.querySelector(".er");
  const state = new TableState(root, send);
  const listener = (event) => onKey(state, event);
  window.addEventListener("keydown", listener, true);
  root.querySelector("input[type=range]").addEventListener("input", (event) => state.goto(Number(event.target.value)));
  // A clicked button gives the keyboard back to the table, so that the space bar plays.
  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && event.detail && !button.closest("dialog")) root.focus({ preventScroll: true });
  });
  listenSwipe(state, root.querySelector(".felt"));
  const sizes = new ResizeObserver(() => fit(state));
  sizes.observe(root.querySelector(".felt"));
  state.unmount = () => {
    sizes.disconnect();
    window.removeEventListener("keydown", listener, true);
    clearInterval(state.timer);
    clearTimeout(state.urlTimer);
  };
  return state;
}

export default function table({ data, parentElement, setTriggerValue }) {
  let state = mounted.get(parentElement);
  if (!state || !parentElement.contains(state.root)) {
    if (state) state.unmount();
    state = mount(parentElement, setTriggerValue);
    mounted.set(parentElement, state);
  }
  state.send = setTriggerValue;
  state.load(data);
  return () => {
    state.unmount();
    mounted.delete(parentElement);
  };
}
