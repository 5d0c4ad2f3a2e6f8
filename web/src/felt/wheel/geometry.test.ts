// The layout's geometry: zones that do not overlap, none too small for a finger where fingers are meant to hit.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { layoutOf } from "../../state/wheel/layout.ts";
import type { WheelFelt } from "../../wire/wheel.ts";
import { middle, nearest, towards, zone } from "./geometry.ts";
import { raceCells } from "./race.ts";

const { spots } = layoutOf(JSON.parse(readFileSync(new URL("../../state/rounds/rapid-roulette-felt.json", import.meta.url), "utf8")) as WheelFelt);

test.each([false, true])("zones do not overlap (upright: %s)", (upright) => {
  const boxes = spots.map((spot) => ({ spot, ...zone(spot, upright) }));
  const overlap = boxes.flatMap((one, at) => boxes.slice(at + 1)
    .filter((other) => one.x + one.width > other.x + 0.01 && other.x + other.width > one.x + 0.01 && one.y + one.height > other.y + 0.01 && other.y + other.height > one.y + 0.01)
    .map((other) => `${one.spot.called} ${other.spot.called}`));
  expect(overlap).toEqual([]);
});

test("flat zones are at least 24 wide and high", () => {
  expect(spots.filter((spot) => Math.min(zone(spot, false).width, zone(spot, false).height) < 24).map(({ called }) => called)).toEqual([]);
});

test.each([false, true])("a finger in the middle of a spot means that spot (upright: %s)", (upright) => {
  expect(spots.filter((spot) => nearest(spots, middle(spot, upright), upright) !== spot).map(({ called }) => called)).toEqual([]);
  expect(nearest(spots, { x: -40, y: 100 }, upright)).toBeUndefined();
});

test("arrow keys reach every spot", () => {
  const reached = new Set([spots[0]!]);
  for (const spot of reached) {
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const next = towards(spots, spot, key, false);
      if (next) reached.add(next);
    }
  }
  expect(spots.filter((spot) => !reached.has(spot)).map(({ called }) => called)).toEqual([]);
});

test("the race track has a cell for every pocket", () => {
  const cells = raceCells(37, 8, false);
  expect(cells).toHaveLength(37);
  expect(cells[8]?.text.x).toBeCloseTo(0);
});
