// Chips by denomination: how an amount is shown, and which chips are offered for a wager.

import type { Bounds } from "../wire/shapes.ts";

/** The chips of the house, largest first. */
export const CHIPS = [5000, 1000, 500, 100, 50, 25, 5, 1] as const;

/** The largest chip in an amount: the colour of a stack that is shown as one. */
export const topChip = (amount: number): number => CHIPS.find((chip) => chip <= amount) ?? 1;

/** Up to this many kinds of chip are offered at once. */
const OFFERED_MOST = 5;

/** Chips that make sense for a wager with these bounds, smallest first. */
export function chipsFor({ least, most, step }: Bounds): number[] {
  const fits = CHIPS.filter((chip) => chip <= most && chip % step === 0 && chip * 20 >= least).toReversed();
  return fits.slice(0, OFFERED_MOST);
}

/** An amount brought inside the bounds that the house named. */
export function within(amount: number, { least, most, step }: Bounds): number {
  const steps = Math.floor((Math.min(Math.max(amount, least), most) - least) / step);
  return least + steps * step;
}

/** What an amount becomes when a chip is added: never above the most; from nothing it begins at the least. */
export function added(amount: number, chip: number, bounds: Bounds): number {
  return within(amount === 0 && chip < bounds.least ? bounds.least : amount + chip, bounds);
}
