// A Rapid Roulette table as the house lets this person see it: the felt with one's chips, or the console.

import { capital, field, h, money, signed, words } from "./dom.js";
import { named } from "./house.js";

/** What everybody sees, in whatever view it stands. */
const display = ({ view }) => ({ display: view, supervisor: view.console?.table })[view.view] ?? view.table;
const desk = ({ view }) => (view.view === "supervisor" ? view.console : view.view === "console" ? view : undefined);

const PHASE = { shut: "Not open yet", closed: "No more wagers", halted: "The system is being restored", over: "The table is closed" };

export function phase(table) {
  const { phase: now, spun, frozen } = display(table);
  if (frozen) return "Accounts are frozen for a correction";
  if (typeof now === "object") return spun ? "The ball is on its way, place your wagers" : "Place your wagers";
  return now === "closed" && spun ? "The ball is on its way" : PHASE[now];
}

export const round = (table) => `Spin ${display(table).spin}`;
export const seat = ({ view }) => view.station ?? undefined;
export const purse = ({ view }) => (view.view === "station" ? { free: view.credit, down: view.on_layout, more: view.held } : undefined);
export const bought = new Set(["activated", "credited"]);
/** The felt is what one acts with. */
export const first = "felt";

/** What the last spin brought this person. */
export function result(table) {
  const { last } = table.view;
  if (!last) return undefined;
  const ball = display(table).results.find(({ spin }) => spin === last.spin);
  const lines = last.wagers.map(({ spot, amount, won }) => `${table.spotName(spot)}: ${won > 0 ? `won ${money(won)}` : `lost ${money(amount)}`}`);
  const runs = last.runs.map(({ run, returned }) => returned - run.amount);
  const net = last.wagers.reduce((sum, { amount, won }) => sum + (won > 0 ? won : -amount), 0) + runs.reduce((sum, one) => sum + one, 0);
  if (runs.length > 0) lines.push(`sequences: ${signed(runs.reduce((sum, one) => sum + one, 0))}`);
  return { of: `Spin ${last.spin}${ball ? `, ${ball.pocket} ${ball.colour}` : ""}`, text: lines.join("; "), net };
}

/** Where a spot's button stands: rows across the wheel's numbers, columns along them, and how wide it is. */
function stands({ bet, along, across }) {
  if (bet === "straight-up" && along === 0) return { along: 1, across: 1, wide: 1, tall: 3 };
  if (bet === "straight-up" || bet === "column") return { along: along / 2 + 1, across: (7 - across) / 2, wide: 1, tall: 1 };
  if (bet === "dozen") return { along: (along - 3) / 2 + 1, across: 4, wide: 4, tall: 1 };
  return { along: (along - 1) / 2 + 1, across: 5, wide: 2, tall: 1 };
}

const SQUARES = new Set(["straight-up", "column", "dozen", "low", "even", "red", "black", "odd", "high"]);

/** The felt: a button for every square, the amount that goes there above it. */
function board(table, offers) {
  const puts = offers.filter(({ kind }) => kind === "put");
  if (!table.felt) return null;
  const boundsOf = (spot) => puts.find(({ fields }) => fields[0].options.some(([one]) => one === spot))?.fields[1];
  const all = puts.map(({ fields }) => fields[1]);
  const least = Math.min(...all.map(({ min }) => min));
  const most = Math.max(...all.map(({ max }) => max));
  const chips = new Map((table.view.wagers ?? []).map(({ spot, amount }) => [spot, amount]));
  const colours = new Map(table.felt.wheel.map(({ number, colour }) => [number, colour]));
  const amount = () => Number(document.getElementById("chip-amount")?.value);
  const place = (spot) => ({ do: { put: { station: table.view.station, place: { on: spot }, amount: amount() } } });
  const square = ({ spot, name, bet, covers, pays, to, ...at }) => {
    const { along, across, wide, tall } = stands({ bet, ...at });
    const id = `put ${spot}`;
    const able = boundsOf(spot) !== undefined;
    const busy = table.isBusy(id);
    const colour = bet === "straight-up" ? colours.get(covers[0]) : bet;
    const down = chips.get(spot);
    return h("button", {
      key: spot, type: "button", class: `square ${colour}`, "aria-disabled": busy || !able ? "true" : undefined,
      "aria-label": `${bet === "straight-up" ? `${name} ${colour}` : name}, pays ${pays} to ${to}${down ? `, ${money(down)} of yours` : ""}`,
      style: { "--along": along, "--across": across, "--wide": wide, "--tall": tall },
      onclick: () => able && !busy && table.send(id, `Bet on ${name}`, place(spot)),
    }, bet === "column" ? `${pays} to ${to}` : name, down && h("span", { class: "chip" }, money(down)));
  };
  return h("section", { class: "board", key: "board", "aria-label": "The layout" },
    table.view.station && h("div", { class: "stack" },
      field(["Chips for each touch ", h("span", { class: "hint" }, all.length ? `${money(least)} to ${money(most)}` : "no wagers now")],
        { id: "chip-amount", type: "number", inputmode: "numeric", min: 1, value: all.length ? least : 5 }),
      [1, 5, 20].filter(() => all.length).map((times) => h("button", {
        key: times, type: "button", class: "plain",
        onclick: () => (document.getElementById("chip-amount").value = Math.min(least * times, most)),
      }, money(Math.min(least * times, most))))),
    h("div", { class: "squares" }, table.felt.spots.filter(({ bet }) => SQUARES.has(bet)).map(square)));
}

/** Bets on lines and crossings, by name. */
function lines(table, offers) {
  const puts = offers.filter(({ kind }) => kind === "put");
  const open = new Set(puts.flatMap(({ fields }) => fields[0].options.map(([spot]) => spot)));
  const kinds = Map.groupBy
    ? Map.groupBy(table.felt?.spots.filter(({ spot, bet }) => open.has(spot) && !SQUARES.has(bet)) ?? [], ({ bet }) => bet)
    : new Map();
  if (kinds.size === 0) return null;
  const submit = (event) => {
    event.preventDefault();
    const spot = Number(event.target.elements.namedItem("spot").value);
    const amount = Number(document.getElementById("chip-amount").value);
    const message = { do: { put: { station: table.view.station, place: { on: spot }, amount } } };
    if (!table.isBusy("put line")) table.send("put line", `Bet on ${table.spotName(spot)}`, message);
  };
  return h("form", { class: "offer", key: "lines", onsubmit: submit },
    field("Splits, streets, corners, lines", { tag: "select", id: "line-spot", name: "spot" },
      [...kinds].map(([bet, spots]) => h("optgroup", { key: bet, label: capital(words(bet)) },
        spots.map(({ spot, name, pays, to }) => h("option", { key: spot, value: spot }, `${name}, pays ${pays} to ${to}`))))),
    h("button", { class: "act", "aria-disabled": table.isBusy("put line") ? "true" : undefined }, "Put chips there"));
}

function seats(table, desk) {
  const step = typeof desk.next === "object" ? Object.entries(desk.next).flat().join(" ") : desk.next;
  return [
    h("p", { class: "next", key: "next" }, "Next by the book: ", h("strong", null, words(step))),
    h("div", { class: "wide", key: "seats" }, h("table", null,
      h("thead", null, h("tr", null, ["Station", "Player", "Credit", "On the layout", ""].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, desk.stations.filter(({ player, out_of_order }) => player !== null || out_of_order).map((one) =>
        h("tr", { key: one.station }, h("th", { scope: "row" }, one.station), h("td", null, one.player === null ? "" : named(one.player)),
          h("td", null, money(one.credit)), h("td", null, money(one.on_layout)),
          h("td", null, [one.leaving && "leaving", one.out_of_order && "out of order", one.in_doubt && "in doubt"].filter(Boolean).join(", "))))))),
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
        h("li", { key: spin, class: `ball ${colour}` }, pocket, h("span", { class: "unseen" }, ` ${colour}, spin ${spin}`)))),
    here && seats(table, here),
    board(table, offers),
    table.view.station && lines(table, offers),
    runs.length > 0 && h("ul", { class: "wagers", key: "runs" }, runs.map(({ first, numbers, amount }) =>
      h("li", { key: `${first} ${numbers}` }, h("span", { class: "chip" }, money(amount)), ` ${numbers.join(", ")} from spin ${first}`))),
    free.length > 0 && h("div", { class: "buttons", key: "free" }, free.slice(0, 6).map((number) => table.sitButton(number, `Sit at station ${number}`))),
  ];
}

/** The signs at the table. */
export function limits(table) {
  const sign = table.view.sign ?? desk(table)?.sign;
  if (!sign) return [];
  const text = ({ least, most, step }) => `${money(least)} to ${money(most)}${step > 1 ? ` in ${money(step)}s` : ""}`;
  const bets = [...new Set(table.felt?.spots.map(({ bet }) => bet) ?? [])];
  return [
    ...sign.limits.bets.map((bounds, place) => [capital(words(bets[place] ?? `bet ${place + 1}`)), text(bounds)]),
    ...sign.limits.sequences.map((bounds, place) => [capital(table.felt?.sequences[place]?.name ?? `sequence ${place + 1}`), text(bounds)]),
    ["Together at least", money(sign.limits.aggregate)],
  ];
}

