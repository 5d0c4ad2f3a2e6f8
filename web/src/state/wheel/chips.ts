// Chips of a wheel by denomination.

import type { Bounds } from "../../wire/shapes.ts";

export const WHEEL_CHIPS = [1, 5, 20, 100, 500, 2500, 10_000] as const;

const OFFERED_MOST = 5;

/** The largest chip in an amount: the colour of a stack that is shown as one. */
export const chipIn = (amount: number): number => WHEEL_CHIPS.findLast((chip) => chip <= amount) ?? 1;

/** Chips that make sense within these bounds, smallest first. */
export function rackFor(bounds: readonly Bounds[]): number[] {
  const least = Math.min(...bounds.map((one) => one.least));
  const most = Math.max(...bounds.map((one) => one.most));
  const fits = WHEEL_CHIPS.filter((chip) => chip <= most && chip * 20 >= least);
  return bounds.length === 0 ? WHEEL_CHIPS.slice(0, OFFERED_MOST) : fits.slice(0, OFFERED_MOST);
}
