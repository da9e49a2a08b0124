// What is asked beside the cards. Fields are built again only when there are others; what is typed stays.
function buildForm(state, form) {
  const { data } = state;
  const signature = JSON.stringify(data.fields);
  form.onsubmit = (event) => event.preventDefault();
  if (form.dataset.is === signature) return;
  form.dataset.is = signature;
  const focused = form.contains(rootActive(form)) ? rootActive(form).name : null;
  form.replaceChildren(...data.fields.map((field) => FIELD[field.kind](state, field)));
  if (focused) form.elements[focused]?.focus?.();
}

function rootActive(node) {
  return node.getRootNode().activeElement;
}

const FIELD = {
  choice(state, field) {
    const [label, select] = labelled(field, "select");
    select.append(
      ...field.choices.map(([value, name]) => {
        const option = el("option", "", name);
        option.value = value;
        return option;
      }),
    );
    select.onchange = () => state.say(field.key, select.value);
    return label;
  },
  check(state, field) {
    const [label, input] = labelled(field, "input");
    input.type = "checkbox";
    label.classList.add("check");
    input.onchange = () => state.say(field.key, input.checked ? "1" : "");
    return label;
  },
  text(state, field) {
    const [label, input] = labelled(field, "input");
    input.type = "text";
    input.maxLength = 240;
    input.autocomplete = "off";
    label.classList.add("wide");
    listenTyping(input, (value, wait) => state.say(field.key, value, wait));
    return label;
  },
  many(state, field) {
    const fold = el("details", "many wide");
    const head = el("summary");
    head.append(el("span", "", field.label), el("b", "chosen"));
    const box = el("div", "several");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", field.label);
    fold.append(head, box);
    for (const [value, name] of field.choices) {
      const [label, input] = labelled({ key: `${field.key}-${value}`, label: name }, "input");
      label.classList.add("check");
      input.type = "checkbox";
      input.value = value;
      input.onchange = () => state.say(field.key, chosenOf(state, box, input));
      box.append(label);
    }
    return fold;
  },
};

// All of them, or some by name: choosing one leaves "all", choosing "all" leaves the names.
function chosenOf(state, box, changed) {
  const { all } = state.data;
  if (changed.value === all) return changed.checked ? all : "";
  const inputs = [...box.querySelectorAll("input")].filter((input) => input.value !== all);
  return inputs.filter((input) => input.checked).map((input) => input.value).join(",");
}

function labelled(field, tag) {
  const label = el("label", "ask");
  const input = el(tag);
  input.name = field.key;
  label.append(el("span", "", field.label), input);
  return [label, input];
}

// A pause in typing or the Enter key asks; a word still being composed does not.
function listenTyping(input, said) {
  input.addEventListener("input", (event) => event.isComposing || said(input.value, 350));
  input.addEventListener("compositionend", () => said(input.value, 350));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) said(input.value, 0);
  });
}

function drawForm(state, form) {
  const { asked, data } = state;
  for (const field of data.fields) {
    const value = asked[field.key] || "";
    if (field.kind === "many") {
      const chosen = value.split(",");
      for (const input of form.querySelectorAll(".many input")) input.checked = chosen.includes(input.value);
      const names = field.choices.filter(([choice]) => chosen.includes(choice)).map(([, name]) => name);
      form.querySelector(".chosen").textContent = names.join(" ") || state.texts.none_chosen;
    } else if (field.kind === "check") form.elements[field.key].checked = value === "1";
    else if (rootActive(form) !== form.elements[field.key] || field.kind === "choice") form.elements[field.key].value = value;
  }
}
