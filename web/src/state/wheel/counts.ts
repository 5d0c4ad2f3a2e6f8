// Hot and cold as plain counts, each with how many were to be expected.

import { said, type Said } from "../../words/said.ts";
import type { Layout, Spot } from "./layout.ts";
import type { WheelResult } from "../../wire/wheel.ts";

export interface Count {
  key: string;
  name: Said;
  count: number;
  expected: number;
  /** Rows that belong together have the same. */
  group: string;
}

/** Bets of the display, in its order; what each covers is the layout's. */
const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ["colour", ["red", "black", "zero"]], ["parity", ["odd", "even"]], ["half", ["low", "high"]], ["dozen", ["dozen"]],
];

export function countsOf(layout: Layout, results: readonly WheelResult[]): Count[] {
  const all = results.length;
  const pockets = layout.wheel.length;
  const row = (spot: Spot, group: string, name: Said): Count => ({
    key: String(spot.spot), name, group,
    count: results.filter(({ pocket }) => spot.covers.includes(pocket)).length,
    expected: (all * spot.covers.length) / pockets,
  });
  return GROUPS.flatMap(([group, bets]) => bets.flatMap((bet) => {
    if (bet !== "zero") return layout.spots.filter((spot) => spot.bet === bet).map((spot) => row(spot, group, spot.name));
    const zero = layout.straight.get(0);
    return zero ? [row(zero, group, said("wheel-zero"))] : [];
  }));
}

/** How often each number came. */
export function numberCounts(layout: Layout, results: readonly WheelResult[]): { number: number; colour: string; count: number }[] {
  const counts = new Map<number, number>();
  for (const { pocket } of results) counts.set(pocket, (counts.get(pocket) ?? 0) + 1);
  return layout.wheel.map(({ number, colour }) => ({ number, colour, count: counts.get(number) ?? 0 }));
}

/** What else a number is, by what the layout's bets cover: odd, 1 to 18, second dozen. */
export function factsOf(layout: Layout, pocket: number): Said[] {
  return ["odd", "even", "low", "high", "dozen"].flatMap((bet) => layout.spots.filter((spot) => spot.bet === bet && spot.covers.includes(pocket)))
    .map(({ name }) => name);
}

/** An expectation to a tenth. */
export const rounded = (expected: number): number => Math.round(expected * 10) / 10;
