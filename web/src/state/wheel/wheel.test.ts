// Two spins at a real wheel, as the house told them to a guest at station 12: wagers, one taken back, 24 runs of
// which one hits 19 and lives on, a wager that came too late, and what it all brought.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Asked, Seen } from "../../wire/live.ts";
import type { HouseView } from "../../wire/shapes.ts";
import type { WheelFelt, WheelView } from "../../wire/wheel.ts";
import { replay } from "../rounds/replay.ts";
import { countsOf, factsOf } from "./counts.ts";
import { boundsOf, layoutOf, neighbours, offersOf } from "./layout.ts";
import { endedRuns, liveRuns } from "./runs.ts";
import { chipsOf, settledChips } from "./shown.ts";
import { back, expected, ghosts, lastStakes, moves, NONE, plus, stakesOf, stepped, totalOf, type Stakes, type Steps } from "./stakes.ts";
import { typed } from "./typed.ts";
import { outcomeOf, phaseOf, purseOf, signsOf, wheelNow } from "./wheel.ts";

const layout = layoutOf(JSON.parse(readFileSync(new URL("../rounds/rapid-roulette-felt.json", import.meta.url), "utf8")) as WheelFelt);
const rounds = replay("rapid-roulette");
const at = (version: number): WheelView => (rounds.findLast((one) => one.version === version) as Seen).view as WheelView;
const seen = (version: number): Seen => rounds.findLast((one) => one.version === version) as Seen;
const put = (place: object, amount: number, n = 1): Asked => ({ key: `${n}`, id: `chip ${n}`, since: 0, unsure: false, request: { do: { do: "put", station: 12, place, amount } } });
const stakes = (all: Record<string, number>): Stakes => new Map(Object.entries(all));

test("the layout has every position once, each called by its own name", () => {
  expect(layout.spots).toHaveLength(157);
  expect(new Set(layout.spots.map(({ name }) => JSON.stringify(name))).size).toBe(157);
  expect(layout.by.get(97)?.name.id).toBe("wheel-spot-trio");
  expect(layout.by.get(111)?.name.id).toBe("wheel-spot-first-four");
  expect(boundsOf(layout, at(232).sign?.limits, "corner")).toEqual({ least: 1, most: 500, step: 1 });
  expect(signsOf(at(232), layout).map(({ most }) => most)).toEqual([500, 500, 500]);
});

test("what may be done comes from the choices: every spot open, runs of two, three and four", () => {
  const offers = offersOf(seen(232).legal);
  expect(offers.open.size).toBe(157);
  expect([...offers.runs].map(([spins, { least }]) => [spins, least])).toEqual([[2, 1], [3, 1], [4, 2]]);
  expect(offersOf(seen(264).legal).open.size).toBe(0);
});

test("a chip that is on its way is a ghost, and counts in what will lie there", () => {
  const held = stakes({ "on 17": 5 });
  const asked = [put({ on: 17 }, 5), put({ on: 155 }, 20, 2), put({ run: [1, 2] }, 2, 3)];
  expect(Object.fromEntries(ghosts(asked))).toEqual({ "on 17": 5, "on 155": 20, "run 1 2": 2 });
  expect(Object.fromEntries(expected(held, asked))).toEqual({ "on 17": 10, "on 155": 20, "run 1 2": 2 });
  expect(chipsOf(held, ghosts(asked), NONE)).toEqual([
    { key: "ghost 17", spot: 17, amount: 10, state: "ghost", won: undefined }, { key: "ghost 155", spot: 155, amount: 20, state: "ghost", won: undefined },
  ]);
  const clear: Asked = { key: "4", id: "chip 4", since: 0, unsure: false, request: { do: { do: "clear", station: 12 } } };
  expect(expected(held, [...asked, clear]).size).toBe(0);
});

test("steps are taken back one by one, ten and more, to nothing", () => {
  let lies = NONE;
  let steps: Steps = [];
  for (let spot = 1; spot <= 12; spot++) {
    steps = stepped(steps, lies);
    lies = plus(lies, stakes({ [`on ${spot}`]: 5 }));
  }
  for (let left = 12; left > 0; left--) {
    const last = back(steps, lies);
    expect(moves(12, lies, last?.to ?? NONE)).toEqual(left === 1 ? [{ do: "clear", station: 12 }] : [{ do: "take", station: 12, place: { on: left }, amount: 5 }]);
    [lies, steps] = [last?.to ?? NONE, last?.left ?? []];
  }
  expect(back(steps, lies)).toBeUndefined();
});

test("a step that the house refused is no step; one that was a clearing comes back whole", () => {
  const before = stakes({ "on 17": 5, "on 155": 20 });
  expect(back([before, before], before)).toBeUndefined();
  const last = back([before], NONE);
  expect(moves(12, NONE, last?.to ?? NONE)).toEqual([
    { do: "put", station: 12, place: { on: 17 }, amount: 5 }, { do: "put", station: 12, place: { on: 155 }, amount: 20 },
  ]);
});

test("takes come before puts, so that what is free pays for what is put", () => {
  expect(moves(1, stakes({ "on 1": 5, "on 2": 5 }), stakes({ "on 2": 10 })).map(({ do: word }) => word)).toEqual(["take", "put"]);
});

test("what lies, and what it comes to, is what the house says", () => {
  const view = at(263);
  const held = stakesOf(view.mine, view.table.spin);
  expect(held.get("on 155")).toBe(20);
  expect(held.get("run 19 20")).toBe(2);
  expect(purseOf(view)).toMatchObject({ staked: view.mine?.on_layout, running: 0 });
  expect(phaseOf(view)).toBe("open");
});

test("at the lock it says what counted", () => {
  const view = at(264);
  expect(phaseOf(view)).toBe("closed");
  const now = wheelNow({ house: seen(264).house as HouseView, view, seconds: undefined, outcome: undefined });
  expect(now.title.id).toBe("wheel-now-closed");
  expect(now.detail).toEqual({ id: "wheel-counted", with: { spin: 12, amount: totalOf(stakesOf(view.mine, 12)) } });
});

test("the outcome has what each wager brought, and chips won and lost", () => {
  const outcome = outcomeOf(at(269), layout);
  expect(outcome).toMatchObject({ spin: 12, pocket: 19, colour: "red", mine: true, won: at(269).last?.won });
  const chips = settledChips(outcome!);
  expect(chips.find(({ spot }) => spot === 155)).toMatchObject({ state: "won", won: 20, amount: 20 });
  expect(chips.find(({ spot }) => spot === 156)).toMatchObject({ state: "lost" });
  expect(outcome?.collected).toBe(5 + 5 + 20 + 3 + 23 * 2);
  const now = wheelNow({ house: seen(269).house as HouseView, view: at(269), seconds: 29, outcome });
  expect(now.title).toMatchObject({ id: "wheel-won", with: { amount: 20 } });
});

test("the run whose first number came lives on: what the next spin pays either way is the felt's", () => {
  const view = at(269);
  const [run, ...others] = liveRuns(layout, view.mine?.runs ?? [], view.table.spin);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ name: "double", amount: 2, hits: 1, next: 2, last: true });
  expect(run?.steps.map(({ is }) => is)).toEqual(["hit", "now"]);
  expect(run?.hit).toEqual({ pays: 375, to: 1, amount: 750 });
  expect(run?.miss).toEqual({ pays: 25, to: 1, amount: 50 });
  expect(purseOf(view)).toMatchObject({ staked: 0, running: 2 });
});

test("a run that missed its second number was paid for its first", () => {
  const [run] = endedRuns(layout, at(294).last);
  expect(run).toMatchObject({ hits: 1, returned: 52, next: undefined });
  expect(run?.steps.map(({ is }) => is)).toEqual(["hit", "missed"]);
});

test("the last wagers again: those of the spin and the runs that began with it, live or over", () => {
  const view = at(269);
  const again = lastStakes(view.last, view.mine?.runs ?? []);
  expect(Object.fromEntries(again)).toEqual(Object.fromEntries(stakesOf(at(264).mine, 12)));
});

test("typed wagers mean what they say, and nothing else", () => {
  const called = ({ called: name, bet }: { called: string; bet: string }) => [name, bet];
  const means = (text: string) => {
    const { spot, amount } = typed(layout, text, called);
    return [spot?.called, amount];
  };
  expect(means("8/11 5")).toEqual(["8-11", 5]);
  expect(means("17 5")).toEqual(["17", 5]);
  expect(means("25-29 5")).toEqual(["25-26-28-29", 5]);
  expect(means("red 20")).toEqual(["red", 20]);
  expect(means("1-3 2")).toEqual(["1-2-3", 2]);
  expect(means("13-24 2")).toEqual(["dozen 2", 2]);
  expect(means("0/1/2/3 1")).toEqual(["0-1-2-3", 1]);
  expect(typed(layout, "8/13 5", called)).toMatchObject({ spot: undefined, wrong: true });
  expect(typed(layout, "", called).wrong).toBe(false);
});

test("neighbours are straight bets in the wheel's order, around its end too", () => {
  expect(neighbours(layout, 17, 2)).toEqual([2, 25, 17, 34, 6]);
  expect(neighbours(layout, 0, 1)).toEqual([26, 0, 32]);
});

test("counts stand beside what was to be expected", () => {
  const { results } = at(294);
  const counts = countsOf(layout, results);
  expect(counts[0]).toMatchObject({ name: { id: "wheel-spot-red" }, count: results.filter(({ colour }) => colour === "red").length });
  expect(counts[0]?.expected).toBeCloseTo((results.length * 18) / 37);
  expect(counts).toHaveLength(10);
  expect(factsOf(layout, 17).map(({ id }) => id)).toEqual(["wheel-spot-odd", "wheel-spot-low", "wheel-spot-dozen"]);
});
