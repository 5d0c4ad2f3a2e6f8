// One round at the United Kingdom leaflet's table, as the house told it to guest 8 at area 2.

import { expect, test } from "vitest";
import type { HouseView, PaiGowView } from "../wire/shapes.ts";
import type { Seen } from "../wire/live.ts";
import { logOf } from "./log.ts";
import { offersOf, spotsOf } from "./offers.ts";
import { nowOf } from "./phase.ts";
import { broughtAfter } from "./purse.ts";
import { resultOf } from "./result.ts";
import { replay } from "./rounds/replay.ts";
import { feltOf } from "./table.ts";

const ME = 1_000_007;
const round = replay("uk-leaflet");

function at(version: number) {
  const seen = round.find((one) => one.version === version) as Seen;
  const view = seen.view as PaiGowView;
  const felt = feltOf(view, ME);
  const offers = offersOf(seen.legal, (area) => view.areas[area]?.tiles ?? []);
  const result = resultOf(view, felt, ME, seen.notes);
  const now = nowOf({ house: seen.house as HouseView, view, felt, offers, me: ME, result });
  return { seen, view, felt, offers, result, now };
}

test("whoever sat down is on the felt as you", () => {
  const { felt } = at(9);
  expect(felt.seat).toBe(2);
  expect(felt.areas[1]).toMatchObject({ number: 2, mine: true, name: { id: "person-you" } });
  expect(felt.areas[0]).toMatchObject({ bank: true, name: { id: "person-house" } });
  expect(felt.areas[7]?.name).toEqual({ id: "person-bot", with: { n: 8 } });
});

test("a wager is asked for, with spots on every area that may be wagered on, mine first", () => {
  const { now, offers, felt } = at(30);
  expect(now).toMatchObject({ title: { id: "now-wager" }, mine: true });
  const spots = spotsOf(offers, [], felt.seat);
  expect(spots[0]).toMatchObject({ area: 2, kind: "regular", lies: 0, bounds: { least: 25, most: 1000, step: 5 } });
  expect(spots.length).toBeGreaterThan(1);
});

test("a wager that the house has lies on its spot and can be taken back", () => {
  const { now, offers, felt } = at(31);
  const mine = felt.areas.flatMap(({ wagers }) => wagers).filter(({ player }) => player === ME);
  expect(now.title).toEqual({ id: "now-wagered", with: { amount: 25 } });
  expect(spotsOf(offers, mine, felt.seat)[0]).toMatchObject({ lies: 25, withdraw: { do: "withdraw", area: 2 } });
});

test("the deal brings dice, cut and four tiles face down to every area", () => {
  const { felt, now } = at(43);
  expect(felt.dice).toMatchObject({ boxes: [4, 6, 4], cut: undefined });
  expect(felt.cut).toEqual({ name: "yat-dong-dong", orientation: "left" });
  expect(felt.first).toBe(6);
  expect(felt.areas[1]?.slots).toEqual(["back", "back", "back", "back"]);
  expect(felt.areas[2]?.slots).toEqual([]);
  expect(now).toMatchObject({ title: { id: "now-look" }, mine: true });
});

test("tiles that were looked at can be paired in three ways, and each tile is in one pair of each", () => {
  const { offers, now } = at(44);
  expect(now.title.id).toBe("now-set");
  expect(offers.set?.tiles).toEqual(["2-4", "4-4", "1-6", "2-5"]);
  expect(offers.set?.ways).toHaveLength(3);
  for (const { two, other } of offers.set?.ways ?? []) expect([...two, ...other].toSorted()).toEqual(["1-6", "2-4", "2-5", "4-4"]);
});

test("a hand that was set lies on the felt, low pair first, and is waited for no more", () => {
  const { felt, now } = at(45);
  expect(felt.areas[1]).toMatchObject({ split: true, tick: true, slots: ["1-6", "2-5", "2-4", "4-4"] });
  expect(now.mine).toBe(false);
});

test("the result has both comparisons, what was lost, and the clauses", () => {
  const { result, now } = at(66);
  expect(result).toMatchObject({ round: 1, area: 2, outcome: "lose", net: -25 });
  expect(result?.compared.map(({ which }) => which)).toEqual(["low", "high"]);
  expect(result?.compared[0]?.mine.tiles).toEqual(["1-6", "2-5"]);
  expect(result?.cites).toContain("uk-leaflet B16");
  expect(result?.paid).toContain("uk-leaflet B17");
  expect(now.title).toEqual({ id: "now-lost", with: { amount: 25 } });
});

test("when the round is over nothing is settled any more, and stand-offs stay", () => {
  const { result, felt } = at(70);
  expect(result).toBeUndefined();
  expect(felt.areas[3]?.wagers[0]?.carried).toBe(true);
});

test("the log has the latest first, and the money of a hand in its sentence", () => {
  const { seen } = at(66);
  const log = logOf(seen.notes, ME, 100);
  expect(log.map(({ key }) => key)).toEqual(log.map(({ key }) => key).toSorted((one, other) => other - one));
  const mine = log.find(({ mine, sentence }) => mine && sentence.id === "log-two");
  expect(mine?.sentence.with).toMatchObject({ first: { id: "log-hand-matched" }, then: { id: "log-wager-taken" } });
  expect(mine?.cites).toContain("uk-leaflet B17");
});

test("what was brought is what came first and what was bought since", () => {
  const purse = (all: number) => ({ chips: all, down: 0, held: 0, tokens: 0 });
  expect(broughtAfter(undefined, purse(10_000), at(9).seen.notes, ME)).toBe(10_000);
  const more = [{ key: 1, at: 0, step: "bought-in", player: ME, amount: 500 }];
  expect(broughtAfter(10_000, purse(10_400), more, ME)).toBe(10_500);
  expect(broughtAfter(10_000, purse(0), [], ME)).toBe(0);
});

test("whoever banks has what their bank brought, from when it is settled until the round is over", () => {
  const bankers = (version: number) => {
    const { view } = at(version);
    const mine = { ...view.mine!, chips: 10_200, down: 0 };
    return { ...view, mine, areas: { ...view.areas, 2: { ...view.areas[2], wagers: null } }, bank: { ...view.bank, bankers: [[ME, 2000]] as [number, number][] } };
  };
  const result = (version: number) => {
    const view = bankers(version);
    return resultOf(view, feltOf(view, ME), ME, at(version).seen.notes, 10_000);
  };
  expect(result(54)).toBeUndefined();
  expect(result(66)).toMatchObject({ banked: true, net: 200 });
  expect(result(70)).toBeUndefined();
});
