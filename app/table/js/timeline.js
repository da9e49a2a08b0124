// The timeline: every event a tick, every finding a mark of its own shape, evidence as arcs.

function place(step, last) {
  return `calc(var(--thumb) / 2 + (100% - var(--thumb)) * ${last ? step / last : 0})`;
}

function buildTimeline(state, box) {
  const { data, texts } = state;
  const last = data.frames.length - 1;
  const range = box.querySelector("input");
  range.max = last;
  range.setAttribute("aria-label", texts.timeline);
  const ticks = data.frames.filter((frame) => frame.event !== null).map((frame) => {
    const tick = el("i", `tick ${data.events[frame.event].type}`);
    tick.style.left = place(frame.step, last);
    return tick;
  });
  box.querySelector(".ticks").replaceChildren(...ticks);
  const marks = state.findings.map((finding) => markNode(state, finding, last));
  box.querySelector(".marks").replaceChildren(...marks);
}

function markNode(state, finding, last) {
  const mark = el("button", `mark ${finding.mark}`);
  mark.append(icon(finding.mark));
  mark.type = "button";
  mark.style.left = place(finding.step, last);
  mark.title = `${finding.name} · ${finding.message}`;
  mark.setAttribute("aria-label", fill(state.texts.go_finding, { name: finding.name, n: finding.step }));
  mark.dataset.finding = finding.index;
  mark.onclick = () => state.goto(finding.step);
  return mark;
}

function drawTimeline(state, box) {
  const { data, texts, step } = state;
  const range = box.querySelector("input");
  range.value = step;
  range.setAttribute("aria-valuetext", state.caption());
  range.style.setProperty("--done", data.frames.length > 1 ? step / (data.frames.length - 1) : 0);
  box.querySelector(".count").textContent = fill(texts.step, { n: step, of: data.frames.length - 1 });
  const current = state.findings.filter((finding) => finding.step === step);
  for (const mark of box.querySelectorAll(".mark")) {
    mark.classList.toggle("here", current.some((finding) => String(finding.index) === mark.dataset.finding));
  }
  const evidence = new Set(current.flatMap((finding) => finding.evidence.map(state.stepOf)));
  update(box.querySelector(".arcs"), `${[...evidence]}-${evidence.size ? step : ""}`, () =>
    [...evidence].flatMap((from) => arcNodes(state, from, step)),
  );
}

// From the evidence to the act: a ring that leads there, and a half ellipse drawn by a border.
function arcNodes(state, from, to) {
  const last = lastStep(state);
  const arc = el("i", "arc");
  arc.style.left = place(Math.min(from, to), last);
  arc.style.width = `calc((100% - var(--thumb)) * ${Math.abs(to - from) / last})`;
  const ring = el("button", "proof");
  ring.type = "button";
  ring.style.left = place(from, last);
  ring.title = fill(state.texts.evidence, { n: from });
  ring.setAttribute("aria-label", ring.title);
  ring.onclick = () => state.goto(from);
  return [arc, ring];
}

function lastStep(state) {
  return Math.max(1, state.data.frames.length - 1);
}

function buildFindings(state, box) {
  const { texts } = state;
  box.querySelector("h3").textContent = fill(texts.findings, { n: state.findings.length });
  const items = state.findings.map((finding) => {
    const item = el("li", finding.mark);
    const button = el("button", "finding");
    button.type = "button";
    button.dataset.step = finding.step;
    const line = el("span", "line");
    const shape = el("span", "shape");
    shape.append(icon(finding.mark));
    line.append(shape, el("b", "", finding.name), el("span", "when", finding.where));
    button.append(line, el("span", "sentence", finding.message));
    button.onclick = () => {
      state.goto(finding.step);
      showTable(state);
    };
    item.append(button);
    return item;
  });
  if (!items.length) items.push(el("li", "none", texts.no_findings));
  box.querySelector("ol").replaceChildren(...items);
  buildUnsure(state, box.querySelector(".unsure"));
}

// 不能斷定: asked of the server only when wanted, for it looks at every deal that fits the record.
function buildUnsure(state, label) {
  label.hidden = !state.data.deep_link;
  label.querySelector("span").textContent = state.texts.unsure;
  const check = label.querySelector("input");
  check.checked = Boolean(state.data.unsure);
  check.onchange = () => state.send("unsure", check.checked);
}

function drawFindings(state, box) {
  for (const button of box.querySelectorAll(".finding")) {
    const here = Number(button.dataset.step) === state.step;
    button.classList.toggle("here", here);
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  const here = box.querySelector(".finding.here");
  if (here) revealBeside(box.parentElement, here);
}

// A long list scrolls in its own column; where the column is none, the page stays where it is.
function revealBeside(side, item) {
  if (side.scrollHeight <= side.clientHeight) return;
  const [frame, box] = [side.getBoundingClientRect(), item.getBoundingClientRect()];
  if (box.top < frame.top) side.scrollTop += box.top - frame.top - 8;
  else if (box.bottom > frame.bottom) side.scrollTop += box.bottom - frame.bottom + 8;
}
