// Keyboard, swipe and autoplay.
const SPEEDS = [0.5, 1, 1.5, 2, 4, 8];

function keyTable(state) {
  return {
    ArrowRight: () => state.goto(state.step + 1),
    ArrowLeft: () => state.goto(state.step - 1),
    ".": () => state.gotoFinding(1),
    ",": () => state.gotoFinding(-1),
    Home: () => state.goto(0),
    End: () => state.goto(state.data.frames.length - 1),
    " ": () => state.play(!state.playing),
    "+": () => state.setSpeed(1),
    "=": () => state.setSpeed(1),
    "-": () => state.setSpeed(-1),
    v: () => state.setView(state.view + 1),
    h: () => state.setHidden(!state.hidden),
    d: () => setLook(state, nextLook(state)),
    "]": () => state.otherHand(1),
    "[": () => state.otherHand(-1),
    "?": () => state.help(),
  };
}

// Keys belong to whoever is being typed into; a button reached by Tab keeps its space bar.
function isTaken(event, state) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]") && event.key !== "?") return true;
  const ours = state.root.contains(target);
  if (event.key === " " && target.matches("button, summary, a") && target.matches(":focus-visible")) return true;
  if (ours) return false;
  return Boolean(target.closest("input, textarea, select, [contenteditable=true], [role=listbox], [role=menu], [role=dialog]"));
}

function onKey(state, event) {
  if (isTaken(event, state)) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = state.keys[name];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function listenSwipe(state, node) {
  let start = null;
  node.addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  node.addEventListener("touchend", (event) => {
    if (!start) return;
    const end = event.changedTouches[0];
    const across = end.clientX - start.clientX;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(end.clientY - start.clientY)) {
      state.goto(state.step + (across < 0 ? 1 : -1));
    }
    start = null;
  }, { passive: true });
}

function playTimer(state, on) {
  clearInterval(state.timer);
  const last = state.data.frames.length - 1;
  state.playing = on && state.framesLeft() > 0;
  if (!state.playing) return;
  state.timer = setInterval(() => {
    state.goto(state.step + 1, true);
    if (state.step >= last) state.play(false);
  }, 1000 / SPEEDS[state.speed]);
}
