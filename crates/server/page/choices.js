// From what the house says may be done to buttons and forms. Not one rule is here: a choice is a command
// that the house accepts, with what is open in it; whatever it says, it gets a button.

import { capital, field, h, money, words } from "./dom.js";
import { named } from "./house.js";
import { tiles } from "./paigow.js";

/** What tells no command apart: its own name, tiles and dice that are chance. */
const MUTE = new Set(["do", "two", "faces", "boxes", "order"]);

/** What of a Pai Gow command is open, by the choice's word for it. The house fills in what it draws itself. */
const OPEN = {
  count: ["count", "most"],
  cash: ["cash"],
  player: ["player"],
  limit: ["limit", "at"],
  rate: ["rate"],
  moment: ["at"],
  grid: ["cut", "orientation", "grid", "approved"],
  dice: ["faces", "boxes"],
  tiles: ["tiles", "lie"],
  exposed: ["which", "tiles"],
  two: ["two"],
};

/** Steps that stand in front, in this order; everything else is under "More". Only where a button stands. */
const FRONT = [
  "accept-bank", "join-bank", "decline-bank", "place", "put", "withdraw", "clear", "look", "set-hand", "lay-down",
  "ask-house-way", "confirm-bank", "sit", "lay-out-tiles", "check-tiles", "open-table", "offer-bank", "shuffle",
  "do-laja", "close-bets", "end-period", "spin", "enter", "shake", "show-dice", "name-cut", "decline-cut", "deal", "lift-chung",
  "set-house-way", "check-house-way", "correct-house-way", "show-bank", "open-hand", "turn-up", "pay", "finish-round", "draw-removal", "pay-out", "pay-held",
  "correct", "establish", "answer", "restore-station", "restore-system", "buy-in",
];

const get = (value, path) => path.reduce((inner, step) => inner?.[step], value);
const put = (value, path, what) => {
  const last = path.at(-1);
  get(value, path.slice(0, -1))[last] = what;
};

/** Fields for whatever a part of a command consists of. */
function fieldsOf(value, path) {
  if (value === null || value === undefined) return [];
  const label = path.map((step) => (typeof step === "number" ? step + 1 : words(step))).join(" ");
  if (path.at(-1) === "at") return [{ path, label: "from when", kind: "moment", value }];
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) {
    return [{ path, label: `${label}, as faces such as 1-3`, kind: "list", value }];
  }
  if (typeof value === "object") return Object.keys(value).flatMap((step) =>
    fieldsOf(value[step], [...path, Array.isArray(value) ? Number(step) : step]));
  const kind = { number: "number", boolean: "check" }[typeof value] ?? "text";
  return [{ path, label, kind, value }];
}

const bounded = (path, { least, most, step }, label = "amount") => ({
  path, label, kind: "number", min: least, max: most, step, value: least, hint: `${money(least)} to ${money(most)}${step > 1 ? ` in ${money(step)}s` : ""}`,
});

/** A Pai Gow choice as word, command and fields; four tiles that can be set are three ways to pair them. */
function paiGow({ command, amount, input }, table) {
  const { do: word } = command;
  const hand = input === "two" ? table.view.areas[command.area - 1].tiles : [null];
  if (hand.every(Boolean)) {
    const [a, b, c, d] = hand;
    const ways = [[a, b, c, d], [a, c, b, d], [a, d, b, c]];
    return ways.map(([one, two, three, four]) => ({
      word, command: { ...command, two: [one, two] }, fields: [], halves: [[one, two], [three, four]],
    }));
  }
  const fields = [];
  if (amount) {
    const path = typeof command.stake === "object" ? ["stake", "amount"] : "stake" in command ? ["stake"] : ["amount"];
    fields.push(bounded(path, amount));
  }
  // Where the house has promised its chance it throws the dice itself.
  const open = input === "dice" && table.head.promise ? [] : OPEN[input] ?? [];
  for (const key of open) fields.push(...fieldsOf(command[key], [key]));
  return [{ word, command, fields }];
}

const spotField = (spots, table, path, label = "on") => ({
  path, label, kind: "select", options: spots.map((spot) => [spot, table.spotName(spot)]), value: spots[0],
});
const pocket = (path, label) => ({ path, label, kind: "number", min: 0, max: 36, step: 1, value: 0 });

/** A roulette choice likewise. */
function roulette(choice, table) {
  const [[kind, open]] = typeof choice === "string" ? [[choice, {}]] : Object.entries(choice);
  if (kind === "only") {
    const word = typeof open === "string" ? open : Object.keys(open)[0];
    return [{ word, command: open, inner: open[word] ?? {}, fields: [] }];
  }
  const { station, bounds } = open;
  const made = (word, inner, ...fields) =>
    [{ word, kind, command: { [word]: inner }, inner, fields: fields.map((one) => ({ ...one, path: [word, ...one.path] })) }];
  switch (kind) {
    case "buy-in": {
      const holder = open.whom.holder;
      const whom = holder === undefined ? [{ path: ["player"], label: "player", kind: "number", min: 1, value: 1 }] : [];
      const tender = { path: ["tender"], label: "in", kind: "select", options: open.tenders.map((one) => [one, words(one)]) };
      const inner = { station, player: holder ?? 1, tender: open.tenders[0], amount: bounds.least };
      return made(kind, inner, ...whom, { ...tender, value: open.tenders[0] }, bounded(["amount"], bounds));
    }
    case "insert":
      return made(kind, { station, amount: bounds.least }, bounded(["amount"], bounds));
    case "put":
      return made(kind, { station, place: { on: open.spots[0] }, amount: bounds.least },
        spotField(open.spots, table, ["place", "on"]), bounded(["amount"], bounds));
    case "put-run": {
      const run = Array.from({ length: open.spins }, () => 0);
      return made("put", { station, place: { run }, amount: bounds.least },
        ...run.map((_, spin) => pocket(["place", "run", spin], `spin ${spin + 1}`)), bounded(["amount"], bounds));
    }
    case "put-more":
      return made("put", { station, place: { run: open.numbers }, amount: bounds.least }, bounded(["amount"], bounds));
    case "take":
      return made(kind, { station, place: open.place, amount: bounds.least }, { ...bounded(["amount"], bounds), value: bounds.most });
    case "shift":
      return made(kind, { station, from: open.from[0].spot, to: open.to[0].spot },
        spotField(open.from.map(({ spot }) => spot), table, ["from"], "from"),
        spotField(open.to.map(({ spot }) => spot), table, ["to"], "to"));
    case "enter":
      return made(kind, { pocket: 0 }, pocket(["pocket"], "the ball rests in"));
    case "call-no-spin":
      return made(kind, { ground: open.grounds[0] },
        { path: ["ground"], label: "because", kind: "select", options: open.grounds.map((one) => [one, words(one)]), value: open.grounds[0] });
    case "freeze":
      return made(kind, { spin: open.last }, { path: ["spin"], label: "spin", kind: "number", min: open.first, max: open.last, value: open.last });
    case "correct":
      return made(kind, { spin: open.spin, pocket: 0 }, pocket(["pocket"], "the ball was in"));
    case "display-shows":
      return made(kind, { shown: open.pocket }, pocket(["shown"], "it shows"));
    case "establish":
      return made(kind, { station, evidence: "as-shown" },
        { path: ["evidence"], label: "records show", kind: "select", options: [["as-shown", "what the system has"], ["none", "nothing sure"]], value: "as-shown" });
    case "set-period":
      return made(kind, { seconds: open.most }, { path: ["seconds"], label: "seconds", kind: "number", min: 1, max: open.most, value: Math.min(30, open.most) });
    case "set-limits":
      return made(kind, { limits: open.standing, at: open.raised_from },
        ...fieldsOf(open.standing, ["limits"]), { path: ["at"], label: "from when", kind: "moment", value: open.raised_from });
    default:
      return [];
  }
}

/** The parts of a command that are not open, in words: what tells it apart from its like. */
function described({ command, inner = command, fields, halves }, table) {
  const open = (path) => fields.some((one) => one.path.slice(-path.length).join() === path.join());
  const part = (key, value) => {
    if (MUTE.has(key) || value === null || open([key])) return [];
    if (key === "player" || key === "from" || key === "forfeits") return named(value);
    if (key === "on") return table.spotName(value);
    if (Array.isArray(value)) return value.length > 8 ? [] : value.join(" ");
    if (typeof value === "object") {
      return Object.entries(value).filter(([step]) => !open([key, step])).flatMap(([step, one]) => part(step, one));
    }
    if (typeof value === "boolean") return `${words(key)}: ${value ? "yes" : "no"}`;
    return typeof value === "number" ? `${words(key)} ${value}` : words(value);
  };
  const parts = Object.entries(inner).flatMap(([key, value]) => part(key, value)).filter(Boolean);
  if (halves) parts.push(halves.map((half) => half.join(" ")).join(" and "));
  return parts.join(", ");
}

/** All choices as word, command, fields and what tells each apart. */
export function read(table) {
  const one = table.head.game === "pai-gow" ? paiGow : roulette;
  const all = (table.legal?.choices ?? []).flatMap((choice) => one(choice, table));
  const apart = new Map();
  for (const offer of all) {
    const about = described(offer, table);
    // Those that differ only in what is open are one.
    const key = `${offer.word} ${offer.kind} ${about}`;
    if (!apart.has(key) || offer.fields.length === 0) apart.set(key, { ...offer, about });
  }
  return [...apart.values()];
}

/** The command of an offer, with what its form says. */
function filled({ command, fields }, form) {
  const whole = structuredClone(command);
  for (const { path, kind, options } of fields) {
    const input = form.elements.namedItem(path.join("."));
    if (!input) continue;
    const text = input.value.trim();
    if (kind === "number") put(whole, path, Number(text));
    else if (kind === "check") put(whole, path, input.checked);
    else if (kind === "list") put(whole, path, text.split(/\s+/).filter(Boolean));
    else if (kind === "moment") put(whole, path, new Date(text).getTime());
    else if (kind === "select") put(whole, path, options.find(([value]) => String(value) === text)?.[0]);
    else put(whole, path, text);
  }
  return whole;
}

const local = (moment) => {
  const date = new Date(moment);
  return new Date(moment - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

function input(id, { path, label, kind, value, options, hint, ...bounds }) {
  const name = path.join(".");
  if (kind === "select") {
    return field(label, { tag: "select", id, name }, options.map(([one, text]) =>
      h("option", { key: one, value: one, selected: one === value }, text)));
  }
  const type = { check: "checkbox", moment: "datetime-local" }[kind] ?? (kind === "number" ? "number" : "text");
  const given = kind === "check" ? { checked: value } : { value: kind === "moment" ? local(value) : kind === "list" ? value.join(" ") : value };
  const typed = kind === "number" ? { inputmode: "numeric", required: true, ...bounds } : kind === "check" ? {} : { required: true };
  return field(hint ? [label, " ", h("span", { class: "hint" }, hint)] : label, { id, name, type, ...given, ...typed });
}

/** A button that is pressed once until the house has answered. */
export function button(table, label, message, { again = true, big = false, id = label, kids = label } = {}) {
  const busy = table.isBusy(id);
  return h("button", {
    key: id, type: "button", class: big ? "act big" : "act", "aria-disabled": busy ? "true" : undefined,
    "aria-label": kids === label ? undefined : label,
    onclick: () => busy || table.send(id, label, message, again),
  }, kids);
}

/** A group of offers with one word: a few plain ones are buttons, the rest is a form. */
function group(table, word, offers, { big = false, name = capital(words(word)), scope = "more" } = {}) {
  if (offers.every(({ fields }) => fields.length === 0) && offers.length <= 6) {
    return h("div", { class: "buttons", key: `${scope}-${word}` }, offers.map((offer) => {
      const { about, command, halves } = offer;
      const label = offers.length > 1 || halves ? `${name}: ${about}` : about && big ? `${name}, ${about}` : [name, about].filter(Boolean).join(": ");
      const kids = halves && [h("span", { class: "way" }, `${name}, area ${command.area}`), ...halves.map((half) => tiles(half, "small"))];
      return button(table, label, { do: command }, { big, id: `${word} ${about}`, kids: kids ?? (big ? label : about || name) });
    }));
  }
  const pick = `${scope}-${word}`;
  const chosen = offers.find(({ about }) => about === table.picked.get(pick)) ?? offers[0];
  const id = `${word} form`;
  const busy = table.isBusy(id);
  const submit = (event) => {
    event.preventDefault();
    if (!busy) table.send(id, [name, chosen.about].filter(Boolean).join(": "), { do: filled(chosen, event.target) });
  };
  return h("form", { class: big ? "offer big" : "offer", key: pick, onsubmit: submit, "aria-label": name },
    offers.length > 1 && field("which", {
      tag: "select", id: `${pick}-which`, onchange: (event) => table.pick(pick, event.target.value),
    }, offers.map(({ about }) => h("option", { key: about, value: about, selected: about === chosen.about }, about || name))),
    chosen.fields.map((one) => input(`${pick}-${one.path.join("-")}`, one)),
    h("button", { class: big ? "act big" : "act", "aria-disabled": busy ? "true" : undefined }, name));
}

/** Everything that may be done: what is common in front, the rest folded away. */
export function draw(table, offers) {
  const seat = table.seat();
  const front = [];
  const more = new Map();
  for (const offer of offers) {
    // Coming and going have buttons of their own, and numbers of the felt too.
    if (offer.word === "leave" || offer.command === "leave") continue;
    const { area, stake, found } = offer.command;
    const elsewhere = (offer.word === "place" && (area !== seat || stake.with !== "chips")) || (offer.word === "sit" && seat)
      || found === "wrong" || offer.kind === "put-run" || offer.kind === "put-more";
    if (FRONT.includes(offer.word) && !elsewhere && offer.kind !== "put") front.push(offer);
    else more.set(offer.word, [...(more.get(offer.word) ?? []), offer]);
  }
  const fronts = FRONT.map((word) => [word, front.filter((offer) => offer.word === word)]).filter(([, list]) => list.length);
  return [
    h("div", { class: "front", key: "front" }, fronts.map(([word, list]) => {
      const own = word === "place" ? list.map((offer) => ({ ...offer, about: words(offer.command.kind) })) : list;
      return group(table, word, own, { big: word !== "buy-in", scope: "front", name: word === "place" ? "Bet" : undefined });
    })),
    more.size > 0 && h("details", { class: "more", key: "more" }, h("summary", null, "More"),
      [...more].map(([word, list]) => h("section", { key: word }, h("h3", null, capital(words(word))), group(table, word, list)))),
  ];
}
