import { expect, test } from "vitest";
import { replay } from "../state/rounds/replay.ts";
import { feltOf } from "../state/table.ts";
import { gathered } from "../wire/gathered.ts";
import type { HouseView, WirePaiGow } from "../wire/shapes.ts";
import { lengthOf, planOf, type What } from "./plan.ts";

const ME = 1_000_007;
const felts = new Map(
  replay("uk-leaflet").map(({ version, view, house }) =>
    [version, feltOf(gathered(view as WirePaiGow, (house as HouseView).betting), ME)]),
);
const plan = (before: number, after: number) => planOf(felts.get(before)!, felts.get(after)!);
const of = (steps: ReturnType<typeof plan>, what: What) => steps.filter((step) => step.what === what);

test("nothing moves where nothing changed", () => {
  expect(plan(30, 30)).toEqual([]);
});

test("the wall is stacked column by column", () => {
  expect(of(plan(27, 30), "stack").map(({ key }) => key)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
});

test("a wager that the house has becomes a chip", () => {
  expect(plan(30, 31)).toEqual([{ what: "chip", key: "2", at: 0, ms: 160 }]);
});

test("dice, then the cut, then the lots, the first to the first area, round the table", () => {
  const steps = plan(36, 43);
  const [dice] = of(steps, "dice");
  const [cut] = of(steps, "cut");
  const lots = of(steps, "lot");
  expect(dice!.at).toBeGreaterThan(0);
  expect(cut!.at).toBeGreaterThanOrEqual(dice!.at + dice!.ms);
  expect(lots[0]!.at).toBeGreaterThanOrEqual(cut!.at + cut!.ms);
  const order = [...new Set(lots.map(({ key }) => key.split(".")[0]))];
  expect(order).toEqual(["6", "7", "8", "1", "2", "4", "5"]);
  expect(lots[4]!.at - lots[0]!.at).toBe(140);
  expect(lengthOf(steps)).toBeLessThan(5000);
});

test("tiles that are looked at are turned, each by its face", () => {
  expect(of(plan(43, 44), "turn").map(({ key }) => key)).toEqual(["2-4", "4-4", "1-6", "2-5"]);
});

test("a hand of mine is laid on the felt, low pair first", () => {
  const laid = of(plan(44, 45), "lay");
  expect(laid.map(({ key }) => key)).toEqual(["1-6", "2-5", "2-4", "4-4"]);
  expect(laid.map(({ at }) => at)).toEqual([0, 80, 160, 240]);
});

test("the bank opens before anybody is paid, and a stand-off moves no chip", () => {
  const steps = plan(54, 66);
  const open = of(steps, "open");
  const moved = steps.filter(({ what }) => what === "paid" || what === "taken");
  expect(open).toHaveLength(4);
  expect(moved.every(({ at }) => at >= open[3]!.at)).toBe(true);
  expect(moved.find(({ key }) => key === "2")?.what).toBe("taken");
  const even = felts.get(66)!.areas.filter(({ net }) => net === 0).map(({ number }) => String(number));
  expect(moved.some(({ key }) => even.includes(key))).toBe(false);
});
