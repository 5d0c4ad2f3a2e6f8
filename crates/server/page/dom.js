// Draws: what a place should look like goes in, and only what differs is changed on the screen, so that
// focus, half-typed amounts and open folds stay as they are. Knows nothing of tables.

const SVG = new Set(["svg", "circle", "rect", "title"]);

/** A node as it should be: tag, properties, children. Siblings that come and go have a `key`. */
export const h = (tag, props, ...kids) => ({ tag, props: props ?? {}, kids });

const shown = (kids) => kids.flat(Infinity).filter((kid) => kid !== undefined && kid !== null && kid !== false);

/** Makes the children of an element what they should be. */
export function draw(parent, ...kids) {
  const wanted = shown(kids);
  const old = [...parent.childNodes];
  const keyed = new Map(old.filter((node) => node.key !== undefined).map((node) => [node.key, node]));
  // What the page came with is replaced, not dressed.
  const plain = old.filter((node) => node.key === undefined && (node.worn || node.nodeType === Node.TEXT_NODE));
  const nodes = wanted.map((kid) => {
    if (typeof kid !== "object") {
      const at = plain.findIndex((node) => node.nodeType === Node.TEXT_NODE);
      const text = at < 0 ? document.createTextNode("") : plain.splice(at, 1)[0];
      if (text.data !== String(kid)) text.data = String(kid);
      return text;
    }
    const { key } = kid.props;
    let node;
    if (key !== undefined) {
      node = keyed.get(key);
      if (node?.localName === kid.tag) keyed.delete(key);
      else node = undefined;
    } else {
      const at = plain.findIndex((other) => other.localName === kid.tag);
      if (at >= 0) [node] = plain.splice(at, 1);
    }
    return dress(node ?? born(kid.tag, key), kid);
  });
  // What goes, goes first: then nothing that stays has to move, and focus stays where it is.
  const staying = new Set(nodes);
  for (const node of old) if (!staying.has(node)) node.remove();
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

function born(tag, key) {
  const node = SVG.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  node.key = key;
  node.worn = {};
  return node;
}

function dress(node, { props, kids }) {
  for (const name of Object.keys(node.worn)) if (!(name in props)) wear(node, name, undefined);
  for (const [name, value] of Object.entries(props)) if (node.worn[name] !== value) wear(node, name, value);
  node.worn = props;
  draw(node, kids);
  return node;
}

function wear(node, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) node[name] = value ?? null;
  else if (name === "style") for (const [what, how] of Object.entries(value ?? {})) node.style.setProperty(what, how);
  else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

/** `set-house-way` as people read it. */
export const words = (text) => String(text).replace(/[-_]/g, " ");
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const numbers = new Intl.NumberFormat();
/** An amount in units. */
export const money = (units) => numbers.format(units);
/** An amount that was won or lost. */
export const signed = (units) => (units > 0 ? `+${money(units)}` : units < 0 ? `−${money(-units)}` : "0");

/** Clauses as people cite them, each book once: `star-2016 9.5, 9.8`. */
export function cited(clauses = []) {
  const books = new Map();
  for (const clause of clauses) {
    const [book, ...place] = clause.split(" ");
    books.set(book, [...(books.get(book) ?? []), place.join(" ")]);
  }
  return [...books].map(([book, places]) => `${book} ${places.join(", ")}`).join("; ");
}

/** From here on a bound is none that anybody would reach. */
const BOUNDLESS = 1e9;

/** Amounts that may be chosen. */
export const range = ({ least, most, step }) => {
  const from = most < BOUNDLESS ? `${money(least)} to ${money(most)}` : `${money(least)} or more`;
  return step > 1 ? `${from} in steps of ${money(step)}` : from;
};

/** The class of something won or lost. */
export const tone = (units) => (units > 0 ? "up" : units < 0 ? "down" : "");

/** A labelled field of a form. */
export function field(label, { id, tag = "input", ...rest }, ...kids) {
  if (rest.type === "checkbox") {
    return h("label", { class: "check", key: id, for: id }, h("input", { id, ...rest }), " ", label);
  }
  return h("div", { class: "field", key: id }, h("label", { for: id }, label), h(tag, { id, ...rest }, kids));
}

/** A field with a list of values and their names to choose from. */
export const select = (label, props, list, chosen) => field(label, { tag: "select", ...props },
  list.map(([value, name = value]) => h("option", { key: value, value, selected: value === chosen }, name)));

/** A button; a busy one stays where it is, focus too, and does nothing. A double click is one press. */
export const press = (label, onclick, { busy = false, big = false, kids = label, name = label, ...rest } = {}) =>
  h("button", {
    key: label, type: "button", class: big ? "act big" : "act", "aria-disabled": busy ? "true" : undefined,
    "aria-label": kids === name ? undefined : name, ...rest,
    onclick: (event) => (event.detail > 1 || busy ? event.preventDefault() : onclick?.(event)),
  }, kids);

/** Names and what they stand for. */
export const list = (kind, rows) => h("dl", { class: kind }, rows.filter(Boolean).map(([name, ...value]) =>
  h("div", { key: name }, h("dt", null, name), h("dd", null, value))));

/** A table of rows, the first being its head. */
export const rows = (names, lines) => h("div", { class: "wide" }, h("table", null,
  h("thead", null, h("tr", null, names.map((name) => h("th", { key: name, scope: "col" }, name)))),
  h("tbody", null, lines.map((line) => h("tr", { key: line[0] }, line.map((cell) => h("td", null, cell)))))));
