// From what the house says may be done to buttons and forms. Not one rule is here: a choice is a command
// that the house accepts, with what is open in it; whatever it says, it gets a button.

import { capital, field, h, money, press, range, select, words } from "./dom.js";
import { named, plays, who } from "./house.js";
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
  "do-laja", "close-bets", "end-period", "spin", "enter", "shake", "show-dice", "name-cut", "decline-cut", "deal",
  "lift-chung", "set-house-way", "check-house-way", "correct-house-way", "show-bank", "open-hand", "turn-up", "pay",
  "finish-round", "draw-removal", "pay-out", "pay-held", "correct", "establish", "answer", "restore-station",
  "restore-system", "buy-in",
];

/** What a player's button is called, where the command's word says too little. */
const NAME = {
  look: "Look at your tiles", "set-hand": "Set hand", "ask-house-way": "Leave it to the House Way",
  clear: "Take all chips back", withdraw: "Take back", "show-tiles": "See your tiles with the deal",
};

/** What a player's button does, for those who see it for the first time. */
const GLOSS = {
  look: "Shows you the four tiles that were dealt to you.",
  "show-tiles": "Until you change it again, every deal shows you your tiles at once, or no longer does.",
  "set-hand": "Which two tiles go together? The pairs become your low and your high hand, matched with the bank's.",
  "ask-house-way": "Not sure? The dealer pairs your tiles as the book has it for the house itself.",
  "accept-bank": "Whoever banks stands in for the House: the others' hands are matched with theirs.",
};

/** What a player came for; the rest of what stands in front is quieter. */
const GOLD = new Set(["place", "put", "look", "sit"]);

/** What a field is called, where its own name says too little. */
const LABEL = { rate: "rate, in hundredths of a per cent", which: "which of the four, one bit each", at: "from when" };

const get = (value, path) => path.reduce((inner, step) => inner?.[step], value);
const put = (value, path, what) => {
  const last = path.at(-1);
  get(value, path.slice(0, -1))[last] = what;
};

/** Fields for whatever a part of a command consists of. */
function fieldsOf(value, path) {
  if (value === null || value === undefined) return [];
  const label = path.map((step) => (typeof step === "number" ? step + 1 : words(step))).join(" ");
  if (path.at(-1) === "at") return [{ path, label: LABEL.at, kind: "moment", value }];
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) {
    return [{ path, label: `${label}, as faces such as 1-3`, kind: "list", value }];
  }
  if (typeof value === "object") return Object.keys(value).flatMap((step) =>
    fieldsOf(value[step], [...path, Array.isArray(value) ? Number(step) : step]));
  const kind = { number: "number", boolean: "check" }[typeof value] ?? "text";
  // Whom it is about is said by whoever asks, never by the form.
  return [{ path, label: LABEL[path.at(-1)] ?? label, kind, value: path.at(-1) === "player" ? "" : value }];
}

const number = (path, label, min, max, value = min) => ({ path, label, kind: "number", min, max, value });
const oneOf = (path, label, options) => ({ path, label, kind: "select", options, value: options[0][0] });
const bounded = (path, bounds) =>
  ({ ...number(path, "amount", bounds.least, bounds.most), step: bounds.step, hint: range(bounds) });

/** A Pai Gow choice as word, command and fields; four tiles that can be set are three ways to pair them. */
function paiGow({ command, amount, open }, table) {
  const { do: word } = command;
  const hand = open === "two" ? table.view.areas[command.area - 1].tiles : [null];
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
  for (const key of OPEN[open] ?? []) fields.push(...fieldsOf(command[key], [key]));
  return [{ word, command, fields }];
}

const spotsOf = (spots, table, path, label) => oneOf(path, label, spots.map((spot) => [spot, table.spotName(spot)]));
const pocket = (path, label) => number(path, label, 0, 36);

/** What is open in a roulette choice, by the choice's word for it: fields for the parts of its command. */
const ROULETTE = {
  "buy-in": ({ whom, tenders }) => [
    ...(whom.holder === undefined ? [number(["player"], "player", 1, undefined, "")] : []),
    oneOf(["tender"], "in", tenders.map((one) => [one, words(one)]))],
  spots: (spots, table) => [spotsOf(spots, table, ["place", "on"], "on")],
  numbers: ({ spins }) =>
    Array.from({ length: spins }, (_, spin) => pocket(["place", "run", spin], `spin ${spin + 1}`)),
  shift: ({ from, to }, table) => [
    spotsOf(from.map(({ spot }) => spot), table, ["from"], "from"),
    spotsOf(to.map(({ spot }) => spot), table, ["to"], "to")],
  pockets: (_, table, { do: word }) => (word === "display-shows" ? [pocket(["shown"], "it shows")]
    : [pocket(["pocket"], word === "enter" ? "the ball rests in" : "the ball was in")]),
  grounds: (grounds) => [oneOf(["ground"], "because", grounds.map((one) => [one, words(one)]))],
  spins: ({ first, last }) => [number(["spin"], "spin", first, last, last)],
  records: () => [
    oneOf(["evidence"], "records show", [["as-shown", "what the system has"], ["none", "nothing sure"]])],
  seconds: ({ most }) => [number(["seconds"], "seconds", 1, most, most)],
  limits: (_, table, { limits, at }) => [...fieldsOf(limits, ["limits"]), ...fieldsOf(at, ["at"])],
};

/** A roulette choice likewise. */
function roulette({ command, amount, open = {} }, table) {
  const [[kind, inside] = []] = Object.entries(open);
  const fields = kind === undefined ? [] : ROULETTE[kind]?.(inside, table, command);
  if (!fields) return [];
  if (amount) fields.push(bounded(["amount"], amount));
  // Whoever takes chips back takes all of them, unless they say otherwise.
  if (command.do === "take") fields.at(-1).value = amount.most;
  return [{ word: command.do, kind, command, fields }];
}

/** The parts of a command that are not open, in words: what tells it apart from its like. */
function described({ command, fields, halves }, table) {
  // One's own place need not be named.
  const own = (key, value) => (key === "area" || key === "station") && plays(who.me) && value === table.seat();
  const open = (path) => fields.some((one) => one.path.slice(-path.length).join() === path.join());
  const part = (key, value) => {
    if (MUTE.has(key) || value === null || open([key]) || own(key, value)) return [];
    if (key === "player" || key === "from" || key === "forfeits") return named(value);
    if (key === "on") return table.spotName(value);
    if (Array.isArray(value)) return value.length > 8 ? [] : value.join(" ");
    if (typeof value === "object") {
      return Object.entries(value).filter(([step]) => !open([key, step])).flatMap(([step, one]) => part(step, one));
    }
    if (typeof value === "boolean") return `${words(key)}: ${value ? "yes" : "no"}`;
    return typeof value === "number" ? `${words(key)} ${value}` : words(value).replaceAll(",", ", ");
  };
  const parts = Object.entries(command).flatMap(([key, value]) => part(key, value)).filter(Boolean);
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

function input(table, id, { path, label, kind, value, options, hint, ...bounds }) {
  const name = path.join(".");
  if (kind === "select") return select(label, { id, name }, options, value);
  if (kind === "check") return field(label, { id, name, type: "checkbox", checked: value });
  const typed = () => {
    if (kind === "number") return { type: "number", value, inputmode: "numeric", ...bounds };
    if (kind === "moment") return { type: "datetime-local", value: local(value) };
    return { type: "text", value: [value].flat().join(" ") };
  };
  if (kind === "text" && value.includes("\n")) return field(label, { tag: "textarea", id, name, rows: 4 }, value);
  if (!hint) return field(label, { id, name, required: kind === "number" || value !== "", ...typed() });
  // An amount that was typed stays, however often its form comes and goes: what is pressed is what was read.
  const kept = { value: table.picked.get(id) ?? value, oninput: (event) => table.picked.set(id, event.target.value) };
  return field([label, " ", h("span", { class: "hint" }, hint)], { id, name, required: true, ...typed(), ...kept });
}

/** What a form would ask for, in words: `Bet 25, tie`. */
function asked(name, { about, fields }, form) {
  const amount = fields.find(({ hint }) => hint);
  const units = amount && form.elements.namedItem(amount.path.join("."))?.value;
  return [units ? `${name} ${money(units)}` : name, about].filter(Boolean).join(", ");
}

/** Offers that leave nothing open: a button each, with tiles if it is about tiles. */
function buttons(table, word, offers, { big, front, name, key }) {
  const ways = offers.some(({ halves }) => halves);
  return h("div", { class: ways ? "ways" : "buttons", key }, offers.map(({ about, command, halves }) => {
    const label = [name, about].filter(Boolean).join(offers.length > 1 || !front ? ": " : ", ");
    const way = halves && command.area !== table.seat() && h("span", { class: "way" }, `area ${command.area}`);
    const kids = halves ? [way, halves.map((half) => tiles(half))] : front ? label : about || name;
    const id = `${word} ${about}`;
    const send = () => table.send(id, label, { do: command });
    return press(label, send, { busy: table.isBusy(id), big, kids });
  }));
}

/** A group of offers with one word: a few plain ones are buttons, the rest is a form. */
function group(table, word, offers, { big = false, front = false, name = capital(words(word)) } = {}) {
  const key = `${front ? "front" : "more"}-${word}`;
  if (offers.length <= 6 && offers.every(({ fields }) => fields.length === 0)) {
    return buttons(table, word, offers, { big, front, name, key });
  }
  const chosen = offers.find(({ about }) => about === table.picked.get(key)) ?? offers[0];
  const busy = table.isBusy(key);
  const submit = (event) => {
    event.preventDefault();
    if (busy) return;
    // Whom it was about is not remembered: the same once more would be for the same person.
    const person = chosen.fields.find(({ path }) => path.at(-1) === "player");
    const { target } = event;
    const done = person && (() => {
      for (const one of chosen.fields) table.picked.delete(`${key}-${one.path.join("-")}`);
      target.reset();
    });
    table.send(key, asked(name, chosen, target), { do: filled(chosen, target) }, true, { done });
  };
  const which = { id: `${key}-which`, onchange: (event) => table.pick(key, event.target.value) };
  return h("form", { class: front ? "offer big" : "offer", key, onsubmit: submit, "aria-label": name },
    offers.length > 1 && select("which", which, offers.map(({ about }) => [about, about || name]), chosen.about),
    chosen.fields.map((one) => input(table, `${key}-${one.path.join("-")}`, one)),
    press(name, undefined, { type: "submit", big, busy }));
}

/** Whether an offer stands in front: common steps, wagers at one's own seat, the felt's squares on the felt. */
function inFront({ word, command: { area, stake, found } }, seat) {
  if (word === "place") return area === seat && stake.with === "chips";
  if (word === "sit") return !seat;
  return FRONT.includes(word) && found !== "wrong" && word !== "put";
}

/** Everything that may be done: what is common in front, the rest folded away. */
export function draw(table, offers) {
  const seat = table.seat();
  // Leaving has a button of its own.
  const all = offers.filter(({ word }) => word !== "leave");
  const byWord = (list) => {
    const found = new Map(list.map(({ word }) => [word, []]));
    for (const offer of list) found.get(offer.word).push(offer);
    return [...found];
  };
  const front = byWord(all.filter((offer) => inFront(offer, seat)));
  const more = byWord(all.filter((offer) => !inFront(offer, seat)));
  // The bank's own place is not what somebody who sits down is offered first.
  for (const [word, list] of front) {
    const last = ({ command }) => Number(command.area === table.view.chung);
    if (word === "sit") list.sort((one, other) => last(one) - last(other));
  }
  front.sort(([one], [other]) => FRONT.indexOf(one) - FRONT.indexOf(other));
  const player = plays(who.me);
  const drawn = ([word, list]) => {
    const bets = word === "place";
    const own = bets ? list.map((offer) => ({ ...offer, about: words(offer.command.kind) })) : list;
    const big = player ? GOLD.has(word) : word !== "buy-in";
    const lies = bets && table.game.lies(table, seat);
    const name = bets ? (lies ? "Change bet" : "Bet") : player ? NAME[word] : undefined;
    const gloss = player && (lies ? `${lies} A new amount takes its place.` : GLOSS[word]);
    return [
      gloss && h("p", { class: "hint", key: `gloss-${word}` }, gloss),
      group(table, word, own, { big, front: true, name }),
    ];
  };
  const idle = seat && front.length === 0 && table.game.first === "acts";
  return [
    h("div", { class: seat ? "front seated" : "front", key: "front" }, front.map(drawn),
      idle && h("p", { class: "quiet", key: "idle" }, `Nothing for you to do just now. ${table.game.phase(table)}.`)),
    more.length > 0 && h("details", { class: "more", key: "more" }, h("summary", null, "More"),
      more.map(([word, list]) =>
        h("section", { key: word }, h("h3", null, capital(words(word))), group(table, word, list)))),
  ];
}
