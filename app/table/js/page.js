// What the table does to the page around it: day and night, the list of hands, the view of a finding.
const LOOKS = { auto: "System", light: "Light", dark: "Dark" };
const PAINT = {
  light: { "color-scheme": "light", "--st-background-color": "#fffefa", "--st-secondary-background-color": "#f4f1e7", "--st-text-color": "#22201c" },
  dark: { "color-scheme": "dark", "--st-background-color": "#12181a", "--st-secondary-background-color": "#1b2325", "--st-text-color": "#e8e4da" },
};

// Where Streamlit looks at its start for the look a visitor has chosen.
function lookKey() {
  return `stActiveTheme-${window.location.pathname}-v2`;
}

function storedLook() {
  try {
    const stored = JSON.parse(window.localStorage.getItem(lookKey()));
    return Object.keys(LOOKS).find((look) => LOOKS[look] === stored) || "auto";
  } catch {
    return "auto";
  }
}

// Each press shows a change at once: first away from what is seen, then back, then by the system.
function nextLook(state) {
  const seen = state.root.classList.contains("dark") ? "dark" : "light";
  const other = seen === "dark" ? "light" : "dark";
  if (state.look === "auto") return other;
  const system = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return seen === system ? "auto" : other;
}

function setLook(state, look) {
  state.look = look;
  if (!state.data.deep_link) {
    paint(state, look);
    return;
  }
  try {
    window.localStorage.setItem(lookKey(), JSON.stringify(LOOKS[look]));
  } catch {
    return;
  }
  const url = state.address();
  if (listNode()) url.searchParams.set("list", "open");
  window.location.replace(url);
}

// An exported page has no Streamlit: the colours are set on the page itself.
function paint(state, look) {
  const { style } = document.documentElement;
  for (const name of Object.keys(PAINT.light)) {
    if (look === "auto") style.removeProperty(name);
    else style.setProperty(name, PAINT[look][name]);
  }
  state.root.classList.toggle("dark", isDark(state.root));
  drawControls(state);
}

function isDark(root) {
  const probe = getComputedStyle(root).getPropertyValue("--st-background-color").trim();
  const hex = /^#([0-9a-f]{6})/i.exec(probe);
  const parts = hex ? [0, 2, 4].map((i) => parseInt(hex[1].slice(i, i + 2), 16)) : (probe.match(/[\d.]+/g) || [255, 255, 255]).map(Number);
  return parts[0] * 0.3 + parts[1] * 0.59 + parts[2] * 0.11 < 128;
}

function listNode() {
  return document.querySelector('[data-testid="stSidebar"][data-collapsed="false"]');
}

// On a phone the list of hands lies over the table: a hand chosen from it closes it.
function closeListOnPhone() {
  const list = window.matchMedia("(max-width: 768px)").matches ? listNode() : null;
  const button = list && list.querySelector('[data-testid="stSidebarCollapseButton"] button');
  if (button) button.click();
}

// From a finding one wants to see the table: it is brought back where it has left the page.
function showTable(state) {
  const felt = state.root.querySelector(".felt").getBoundingClientRect();
  const bar = state.root.querySelector(".bar").getBoundingClientRect();
  if (felt.top >= 0 && felt.top < bar.top && bar.bottom <= window.innerHeight + 1) return;
  state.root.scrollIntoView({ block: "start" });
}
