// A Rapid Roulette table as the house lets this person see it: the felt with one's chips, or the console.

import { capital, field, h, money, press, range, rows, signed, words } from "./dom.js";
import { named } from "./house.js";

/** A view out of its parts: one's own station beside what everybody sees. */
export const whole = ({ table, results, sign, mine, last, console, stations }) =>
  ({ ...table, results, sign, ...mine, last, mine, 
    desk: console && { ...console, stations: Object.values(stations).map((one) => ({ player: null, ...one })) } });
const display = ({ view }) => view;
const desk = ({ view }) => view.desk ?? undefined;

const PHASE = {
  shut: "Not open yet", closed: "No more wagers", halted: "The system is being restored", over: "The table is closed",
};

export function phase(table) {
  const { phase: now, spun, frozen } = display(table);
  if (frozen) return "Accounts are frozen for a correction";
  if (typeof now === "object") return spun ? "The ball is on its way, place your wagers" : "Place your wagers";
  return now === "closed" && spun ? "The ball is on its way" : PHASE[now];
}

/** Until when wagers are taken, whoever deals. */
export const closes = (table) => display(table).phase.wagering?.ends;
export const round = (table) => `Spin ${display(table).spin}`;
export const seat = ({ view }) => view.station ?? undefined;
export const purse = ({ view }) =>
  view.mine ? { free: view.credit, down: view.on_layout, more: view.held } : undefined;
export const bought = new Set(["activated", "credited"]);
/** The felt is what one acts with. */
export const first = "felt";

/** What the last spin brought this person. */
export function result(table) {
  const { last } = table.view;
  if (!last) return undefined;
  const ball = display(table).results.find(({ spin }) => spin === last.spin);
  const brought = [
    ...last.wagers.map(({ spot, amount, won }) => [amount, table.spotName(spot), won > 0 ? won : -amount]),
    ...last.runs.map(({ run, returned }) => [run.amount, run.numbers.join(" "), returned - run.amount]),
  ];
  const net = brought.reduce((sum, [, , units]) => sum + units, 0);
  const lines = brought.map(([amount, name, units]) =>
    `${money(amount)} on ${name}: ${units < 0 ? `${money(-units)} lost` : `${signed(units)} won`}`);
  return { of: `Spin ${last.spin}${ball ? `, ${ball.pocket} ${ball.colour}` : ""}`, lines: [lines.join("; ")], net };
}

/** Where a spot's button stands: rows across the wheel's numbers, columns along them, and how wide it is. */
function stands({ bet, along, across }) {
  const at = (column, row, wide, tall) => ({ along: column, across: row, wide, tall });
  if (bet === "straight-up" && along === 0) return at(1, 1, 1, 3);
  if (bet === "straight-up" || bet === "column") return at(along / 2 + 1, (7 - across) / 2, 1, 1);
  return bet === "dozen" ? at((along - 1) / 2, 4, 4, 1) : at((along + 1) / 2, 5, 2, 1);
}

/** What stands somewhere after a bet: the book lets no more stand than its limit, whatever was put. */
function stood(table, spot) {
  const amount = table.view.wagers?.find((one) => one.spot === spot)?.amount;
  return amount && `${money(amount)} on ${table.spotName(spot)}.`;
}

/** A second touch on the same square within this time is the first one still, in milliseconds. */
const TOUCH_MS = 350;

const SQUARES = new Set(["straight-up", "column", "dozen", "low", "even", "red", "black", "odd", "high"]);

/** The felt: a button for every square, the amount that goes there above it. */
function board(table, offers) {
  const puts = offers.filter(({ kind }) => kind === "spots");
  if (!table.felt) return null;
  const boundsOf = (spot) => puts.find(({ fields }) => fields[0].options.some(([one]) => one === spot))?.fields[1];
  const all = puts.map(({ fields }) => fields[1]);
  const least = Math.min(...all.map(({ min }) => min));
  const most = Math.max(...all.map(({ max }) => max));
  const chips = new Map((table.view.wagers ?? []).map(({ spot, amount }) => [spot, amount]));
  const colours = new Map(table.felt.wheel.map(({ number, colour }) => [number, colour]));
  const amount = () => Number(document.getElementById("chip-amount")?.value);
  const place = (spot) => ({ do: { do: "put", station: table.view.station, place: { on: spot }, amount: amount() } });
  const square = ({ spot, name, bet, covers, pays, to, ...at }) => {
    const { along, across, wide, tall } = stands({ bet, ...at });
    const id = `put ${spot}`;
    const able = boundsOf(spot) !== undefined;
    const busy = table.isBusy(id);
    const colour = bet === "straight-up" ? colours.get(covers[0]) : bet;
    const down = chips.get(spot);
    const first = Math.min(...covers);
    const row = covers.length > 1 && Math.max(...covers) - first === covers.length - 1;
    const numbers = row && `${first}–${first + covers.length - 1}`;
    const shown = bet === "column" ? `${pays} to ${to}` : name;
    const seen = [shown, numbers, down && `${money(down)} of yours`].filter(Boolean).join(" ");
    // What is heard has what is seen in it, word for word.
    const said = bet === "column" ? `${name}, pays ${seen}`
      : `${seen}${bet === "straight-up" ? `${down ? ", " : " "}${colour}` : ""}, pays ${pays} to ${to}`;
    const touch = () => {
      const again = table.touched?.spot === spot && Date.now() - table.touched.at < TOUCH_MS;
      if (!able || busy || again) return;
      table.touched = { spot, at: Date.now() };
      table.send(id, `Bet ${money(amount())} on ${name}`, place(spot), true, { says: () => stood(table, spot) });
    };
    return h("button", {
      key: spot, type: "button", class: `square ${colour}`, "aria-disabled": busy || !able ? "true" : undefined,
      "aria-label": said,
      style: { "--along": along, "--across": across, "--wide": wide, "--tall": tall },
      onclick: touch,
    }, h("span", null, shown),
    row && h("small", null, " ", numbers),
    down && h("span", { class: "chip" }, " ", money(down)));
  };
  return h("section", { class: "board", key: "board", "aria-label": "The layout" },
    table.view.station && h("div", { class: "stack" },
      field(["Chips for each touch ", h("span", { class: "hint" }, all.length ? range({ least, most }) : "none now")],
        { id: "chip-amount", type: "number", inputmode: "numeric", min: 1, value: all.length ? least : 5 }),
      [...new Set([least, 5 * least, 20 * least])].filter((units) => units <= most).map((units) =>
        press(money(units), () => (document.getElementById("chip-amount").value = units), { class: "plain" }))),
    h("div", { class: "squares" }, table.felt.spots.filter(({ bet }) => SQUARES.has(bet)).map(square)));
}

/** Bets on lines and crossings, by name. */
function lines(table, offers) {
  const puts = offers.filter(({ kind }) => kind === "spots");
  const open = new Set(puts.flatMap(({ fields }) => fields[0].options.map(([spot]) => spot)));
  const kinds = new Map();
  for (const spot of table.felt?.spots ?? []) {
    if (open.has(spot.spot) && !SQUARES.has(spot.bet)) kinds.set(spot.bet, [...(kinds.get(spot.bet) ?? []), spot]);
  }
  if (kinds.size === 0) return null;
  const submit = (event) => {
    event.preventDefault();
    const spot = Number(event.target.elements.namedItem("spot").value);
    const amount = Number(document.getElementById("chip-amount").value);
    const message = { do: { do: "put", station: table.view.station, place: { on: spot }, amount } };
    const says = () => stood(table, spot);
    if (table.isBusy("put line")) return;
    table.send("put line", `Bet ${money(amount)} on ${table.spotName(spot)}`, message, true, { says });
  };
  return h("form", { class: "offer", key: "lines", onsubmit: submit },
    field("Splits, streets, corners, lines", { tag: "select", id: "line-spot", name: "spot" },
      [...kinds].map(([bet, spots]) => h("optgroup", { key: bet, label: capital(words(bet)) },
        spots.map(({ spot, name, pays, to }) =>
          h("option", { key: spot, value: spot }, `${name}, pays ${pays} to ${to}`))))),
    press("Put chips there", undefined, { type: "submit", busy: table.isBusy("put line") }));
}

function seats({ next, stations }) {
  const step = typeof next === "object" ? Object.entries(next).flat().join(" ") : next;
  const taken = stations.filter(({ player, out_of_order }) => player !== null || out_of_order);
  return [
    h("p", { class: "next", key: "next" }, "Next by the book: ", h("strong", null, words(step))),
    rows(["Station", "Player", "Credit", "On the layout", "State"], taken.map((one) => {
      const states = [one.leaving && "leaving", one.out_of_order && "out of order", one.in_doubt && "in doubt"];
      const player = one.player === null ? "" : named(one.player);
      return [one.station, player, money(one.credit), money(one.on_layout), states.filter(Boolean).join(", ")];
    })),
  ];
}

/** Results, the felt, and for staff the stations. */
export function felt(table, free, offers) {
  const { results } = display(table);
  const here = desk(table);
  const runs = table.view.runs ?? [];
  return [
    h("ol", { class: "results", "aria-label": "Results, the latest first", key: "results" },
      results.slice(0, 15).map(({ spin, pocket, colour }) =>
        h("li", { key: spin, class: `ball ${colour}` }, pocket,
          h("span", { class: "unseen" }, ` ${colour}, spin ${spin}`)))),
    here && seats(here),
    board(table, offers),
    table.view.station && lines(table, offers),
    runs.length > 0 && h("ul", { class: "wagers", key: "runs" }, runs.map(({ first, numbers, amount }) =>
      h("li", { key: `${first} ${numbers}` }, h("span", { class: "chip" }, money(amount)),
        ` ${numbers.join(", ")} from spin ${first}`))),
    free.length > 0 && h("div", { class: "buttons", key: "free" },
      free.slice(0, 6).map((number) => table.sitButton(number, `Sit at station ${number}`))),
  ];
}

/** The signs at the table. */
export function limits(table) {
  const { sign } = table.view;
  if (!sign) return [];
  const { spots = [], sequences = [] } = table.felt ?? {};
  const bets = [...new Set(spots.map(({ bet }) => bet))];
  return [
    ...sign.limits.bets.map((bounds, place) => [capital(words(bets[place] ?? `bet ${place + 1}`)), range(bounds)]),
    ...sign.limits.sequences.map((bounds, place) => [capital(sequences[place]?.name ?? "sequence"), range(bounds)]),
    ["Together at least", money(sign.limits.aggregate)],
  ];
}

