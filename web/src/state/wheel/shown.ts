// The chips that lie on the layout, each as it is shown: held, on its way, late, lost, won.

import type { Stakes } from "./stakes.ts";
import { placeOf } from "./stakes.ts";
import type { WheelOutcome } from "./wheel.ts";

export interface ChipShown {
  key: string;
  spot: number;
  amount: number;
  state: "held" | "ghost" | "late" | "lost" | "won";
  won: number | undefined;
}

const onSpots = (stakes: Stakes): [number, number][] =>
  [...stakes].flatMap(([key, amount]): [number, number][] => {
    const place = placeOf(key);
    return "on" in place ? [[place.on, amount]] : [];
  });

/** Chips of the coming spin: a spot with something on its way shows a ghost of all that will lie there. */
export function chipsOf(held: Stakes, ghosts: Stakes, late: Stakes): ChipShown[] {
  const here = new Map(onSpots(held));
  const coming = new Map(onSpots(ghosts));
  const chip = (state: ChipShown["state"]) => ([spot, amount]: [number, number]): ChipShown => ({ key: `${state} ${spot}`, spot, amount, state, won: undefined });
  return [
    ...[...here].filter(([spot]) => !coming.has(spot)).map(chip("held")),
    ...[...coming].map(([spot, amount]): [number, number] => [spot, amount + (here.get(spot) ?? 0)]).map(chip("ghost")),
    ...onSpots(late).filter(([spot]) => !here.has(spot)).map(chip("late")),
  ];
}

/** Chips of the spin that is over: what won with what it brought, what lost on its way out. */
export const settledChips = (outcome: WheelOutcome): ChipShown[] =>
  outcome.lines.map(({ spot, amount, won }) => ({ key: `over ${spot}`, spot, amount, state: won > 0 ? "won" : "lost", won: won || undefined }));
