// A Pai Gow table as the house lets this person see it: areas, tiles, wagers, dice, bank.

import { capital, h, list, money, range, signed, tone, words } from "./dom.js";
import { named, who } from "./house.js";

/** Where the pips of a half stand, in fortieths of its width. */
const PIPS = {
  1: [[20, 20]],
  2: [[12, 20], [28, 20]],
  3: [[11, 11], [20, 20], [29, 29]],
  4: [[12, 12], [28, 12], [12, 28], [28, 28]],
  5: [[11, 11], [29, 11], [20, 20], [11, 29], [29, 29]],
  6: [[13, 9], [13, 20], [13, 31], [27, 9], [27, 20], [27, 31]],
};

/** Ones and fours are red, and half of each six of 6-6. */
function half(face, spots, top) {
  const red = (place) => spots === 1 || spots === 4 || (face === "6-6" && place < 3);
  return PIPS[spots].map(([x, y], place) =>
    h("circle", { cx: x, cy: y + top, r: spots === 1 ? 7 : 4.4, class: red(place) ? "red" : "white" }));
}

/** A tile, or its back. */
export function tile(face, size = "") {
  const plain = face?.replace("'", "");
  const [one, other] = (plain ?? "").split("-").map(Number);
  const known = PIPS[one] && PIPS[other];
  return h("svg", {
    class: `tile ${size} ${known ? "" : "back"}`, viewBox: "0 0 40 80", role: "img",
    "aria-label": known ? `tile ${one} ${other}` : "tile face down",
  },
  h("rect", { x: 1, y: 1, width: 38, height: 78, rx: 5 }),
  known && [half(plain, one, 0), half(plain, other, 40)]);
}

export const tiles = (faces, size) => h("span", { class: "tiles" }, faces.map((face) => tile(face, size)));

const OUTCOME = { win: "Jung, both hands won", lose: "Che, neither hand won", push: "Jowl, a stand-off" };
const PHASE = {
  shut: "Not open yet", bank: "The bank is offered", wall: "Shuffle, wagers, dice", set: "Hands are being set",
  match: "Hands are matched and paid", clear: "Everything is paid", closed: "The table is closed",
};

/** What a round says of areas, each by a list of them. */
const LISTS = ["dealt", "unused", "asked", "set", "out", "opened"];

/** A view out of its parts, with what need not be said in them. */
export function whole({ table, sign, bank, wall, round = {}, areas, wagers: stakes = {}, hands = {}, mine }) {
  const { dice = null, first = null, cut = null, callers = {}, outcomes = {} } = round;
  const filled = Object.entries(areas).map(([number, one]) => {
    const lists = LISTS.map((list) => [list, (round[list] ?? []).includes(Number(number))]);
    const caller = callers[number] ?? ((round.called ?? []).includes(Number(number)) ? one.seat : null);
    return { seat: null, caller, tiles: [null, null, null, null], ...one, ...hands[number],
      ...Object.fromEntries(lists), outcome: outcomes[number] };
  });
  const wagers = Object.entries(stakes).flatMap(([area, players]) => Object.entries(players).flatMap(([player, own]) => {
    const { side = {}, ...regular } = own;
    const all = Object.keys(regular).length > 0 ? { regular, ...side } : side;
    return Object.entries(all).map(([kind, wager]) => {
      const { chips = 0, tokens = 0 } = wager;
      return { area: Number(area), player: Number(player), kind, amount: chips + tokens, won: null, lost: null, ...wager };
    });
  }));
  return { ...table, ...sign, offer: null, short: null, ...bank, ...wall, dice, first, cut, areas: filled, wagers,
    purse: mine };
}

export const phase = ({ view, head }) =>
  view.phase === "wall" && head.betting ? "Place your wagers" : PHASE[view.phase] ?? words(view.phase);
export const closes = () => undefined;
export const round = ({ view }) => `Round ${view.round}`;
export const seat = ({ view }) => {
  const at = view.areas.findIndex((area) => area.seat !== null && area.seat === who.me?.number);
  return at < 0 ? undefined : at + 1;
};
export const purse = ({ view: { purse: own } }) =>
  own && { free: own.chips, down: own.down, more: own.tokens + own.held };
export const bought = new Set(["bought-in"]);
/** On a phone what may be done stands above the felt. */
export const first = "acts";

const own = (view) => view.wagers.filter((wager) => wager.player === who.me?.number);

/** What this person's wagers came to, once every one is settled. */
export function result({ view }) {
  const mine = own(view);
  if (mine.length === 0 || mine.some((wager) => wager.won === null)) return undefined;
  const lines = mine.map(({ area, kind, amount, surrendered, won, lost }) => {
    const { outcome } = view.areas[area - 1];
    const regular = kind === "regular";
    const how = [surrendered && "surrendered", outcome && regular && OUTCOME[outcome]].filter(Boolean).join(", ");
    const off = regular && view.commission > 0 ? ` after the commission of ${view.commission / 100} %` : "";
    const came = won > 0 ? `paid ${money(won)}${off}` : lost > 0 ? `${money(lost)} lost` : "the bet stays yours";
    const bet = `${money(amount)} on area ${area}${regular ? "" : ` (${words(kind)})`}`;
    return `${bet}: ${how ? `${how}; ` : ""}${came}`;
  });
  const net = mine.reduce((sum, { won, lost }) => sum + won - lost, 0);
  return { of: `Round ${view.round}`, lines, net, hands: compared(view, mine) };
}

/** The hands that were matched, side by side: one's own above the bank's. */
function compared(view, mine) {
  const { area } = mine.find(({ kind }) => kind === "regular") ?? mine[0];
  const both = [["yours", view.areas[area - 1].split], ["the bank's", view.areas[view.chung - 1].split]];
  if (area === view.chung || both.some(([, split]) => !split)) return undefined;
  return h("div", { class: "compared", key: "hands" }, both.map(([whose, split]) =>
    h("div", { class: "split", key: whose }, h("span", { class: "whose" }, capital(whose)), halves(split, whose))));
}

const halves = (split, whose) => ["low", "high"].map((which) =>
  h("figure", { key: which }, tiles(split[which]),
    h("figcaption", null, which, whose && h("span", { class: "unseen" }, ` hand, ${whose}`))));

/** What lies on one's own area already. */
export function lies({ view }, seat) {
  const mine = own(view).find(({ area, kind }) => area === seat && kind === "regular");
  return mine && `${money(mine.amount)} of yours lie here${mine.carried ? ", left from a stand-off" : ""}.`;
}

function wagers(view, number) {
  const here = view.wagers.filter(({ area }) => area === number);
  if (here.length === 0) return null;
  return h("ul", { class: "wagers" }, here.map(({ player, kind, amount, tokens, carried, won, lost }) => {
    const settled = won === null ? "" : won === lost ? "stays" : signed(won - lost);
    const what = `${words(kind)}${tokens === amount ? " in tokens" : tokens ? `, ${money(tokens)} of it in tokens` : ""}`;
    return h("li", { key: `${player} ${kind}`, class: player === who.me?.number ? "mine" : "" },
      h("span", { class: "chip" }, money(amount)),
      ` ${what} · ${named(player)}${carried ? ", from the stand-off" : ""}`,
      settled && h("strong", { class: tone(won - lost) }, ` ${settled}`));
  }));
}

function hand(area) {
  if (!area.dealt) return h("p", { class: "quiet empty" }, area.off ? "out of play" : "no tiles");
  if (area.unused) return h("p", { class: "quiet empty" }, "no wager, tiles taken back");
  if (area.split) {
    return h("div", { class: "split" }, halves(area.split));
  }
  return tiles(area.tiles);
}

function area(table, number, free) {
  const { view } = table;
  const one = view.areas[number - 1];
  const mine = one.seat !== null && one.seat === who.me?.number;
  const bank = view.chung === number;
  const states = [
    bank && "bank",
    one.house_way && "set by the dealer",
    one.asked && "left to the House Way",
    one.set && !one.opened && "set",
    one.wrong && "set wrongly",
    one.out && "out",
    one.caller !== null && one.caller !== one.seat && `called by ${named(one.caller)}`,
  ].filter(Boolean);
  return h("li", { key: number, class: `area${mine ? " mine" : ""}${bank ? " bank" : ""}${one.off ? " off" : ""}` },
    h("h3", null, `Area ${number}`, h("span", { class: "who" }, one.seat === null ? "" : named(one.seat))),
    hand(one),
    states.length > 0 && h("p", { class: "states" }, states.join(" · ")),
    one.outcome && h("p", { class: `outcome ${one.outcome}` }, OUTCOME[one.outcome]),
    wagers(view, number),
    free.includes(number) && table.sitButton(number, `Sit at area ${number}`));
}

const faces = (dice) => [...dice.boxes.filter(Boolean), dice.cut, dice.big_small].filter(Boolean);

/** The felt. */
export function felt(table, free) {
  const { view } = table;
  const bankers = view.bankers.map(([player, stake]) => `${named(player)} with ${money(stake)}`).join(", ");
  const facts = [
    ["Bank", `${bankers || "the House"}, at area ${view.chung}`],
    view.offer && ["Offered to", named(view.offer.player)],
    ["Wall", view.stacked ? "stands" : "not stacked"],
    view.dice && ["Dice", `${faces(view.dice).join(" ")}${view.first ? `, area ${view.first} first` : ""}`],
    view.cut && ["Cut", view.cut.filter(Boolean).map(words).join(", ")],
    view.short && ["The bank lacks", money(view.short)],
  ];
  // One's own seat first, the bank beside it, then round the table.
  const mine = seat(table) ?? 1;
  const round = view.areas.map((_, place) => ((mine - 1 + place) % view.areas.length) + 1);
  const order = seat(table) ? [...new Set([mine, view.chung, ...round])] : round;
  return [
    list("facts", facts),
    h("ol", { class: "areas", "aria-label": "Areas" }, order.map((number) => area(table, number, free))),
  ];
}

/** The signs at the table. */
export function limits({ view }) {
  const names = ["Regular", "Bonus", "Tie", "Big and Small"];
  return [
    ...view.limits.map((limit, place) => [names[place], range({ ...limit, step: limit.multiple })]),
    ["Commission", `${view.commission / 100} %`],
    ["Book", view.book],
  ];
}
