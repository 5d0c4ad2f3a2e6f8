// What moves when one felt follows another: steps with their moments, in the order in which a dealer does them.

import type { Area, Felt, Slot } from "../state/table.ts";

export type What = "stack" | "shake" | "dice" | "cut" | "lot" | "turn" | "open" | "lay" | "chip" | "paid" | "taken";

export interface Step {
  what: What;
  /** Which thing: a face or a place of a hand, a column of the wall, a die, an area. */
  key: string;
  /** From when, in milliseconds after the beginning. */
  at: number;
  ms: number;
}

const LOT = { ms: 420, every: 140 };
const SHAKE_MS = 900;
const DICE_MS = 260;
const CUT = { ms: 600, pause: 300 };
const TURN_MS = 260;
const LAY = { ms: 360, every: 80 };
const CHIP_MS = 160;
const PAY_MS = 480;
/** From one area to the next when hands are opened and paid. */
const NEXT_MS = 180;
const COLUMNS = 8;

/** The plan from one felt to the next; a table that is seen for the first time does not move. */
export function planOf(before: Felt, after: Felt): Step[] {
  const steps: Step[] = [];
  const add = (what: What, key: string | number, at: number, ms: number) => steps.push({ what, key: String(key), at, ms });
  let at = 0;

  if (!before.stacked && after.stacked) {
    for (let column = 0; column < COLUMNS; column++) add("stack", column, column * 60, 240);
  }
  for (const area of newWagers(before, after)) add("chip", area, 0, CHIP_MS);

  if (!before.dice && after.dice) {
    add("shake", "", 0, SHAKE_MS);
    const all = after.dice.boxes.length + (after.dice.cut ? 1 : 0);
    for (let die = 0; die < all; die++) add("dice", die, SHAKE_MS, DICE_MS);
    at = SHAKE_MS + DICE_MS;
  }
  if (!before.cut && after.cut) {
    for (let column = 0; column < COLUMNS; column++) add("cut", column, at, CUT.ms);
    at += CUT.ms + CUT.pause;
  }

  served(before, after).forEach(({ number, slots }, place) =>
    slots.forEach((slot, index) => add("lot", nameOf(number, slot, index), at + place * LOT.every, LOT.ms)));

  for (const area of after.areas) {
    const old = was(before, area.number);
    if (!old || old.slots.length === 0) continue;
    if (area.mine && area.split && !old.split) area.slots.forEach((slot, index) => add("lay", nameOf(area.number, slot, index), index * LAY.every, LAY.ms));
    else turned(old, area).forEach((slot, index) => add("turn", slot, index * 60, TURN_MS));
  }

  const bank = after.areas.find(({ number }) => number === after.chung);
  let settle = 0;
  if (!before.bankOpen && after.bankOpen && bank) {
    bank.slots.forEach((slot, index) => add("open", slot, index * 90, TURN_MS));
    settle = 4 * 90 + TURN_MS;
  }
  after.areas.filter((area) => area.net !== undefined && was(before, area.number)?.net === undefined).forEach((area, place) => {
    const net = area.net ?? 0;
    if (net !== 0) add(net > 0 ? "paid" : "taken", area.number, settle + place * NEXT_MS, PAY_MS);
  });
  return steps;
}

const was = (before: Felt, number: number): Area | undefined => before.areas.find((area) => area.number === number);

/** A tile by its face; one that lies face down by its place. */
const nameOf = (area: number, slot: Slot, place: number): string => (slot === "back" || slot === "empty" ? `${area}.${place}` : slot);

/** Areas that were served with a lot, in the order of the delivery: from the first area, round the table. */
function served(before: Felt, after: Felt): Area[] {
  const fresh = after.areas.filter((area) => area.slots.length > 0 && (was(before, area.number)?.slots.length ?? 0) === 0);
  const first = after.first ?? 1;
  const count = after.areas.length;
  const behind = ({ number }: Area) => (number - first + count) % count;
  return fresh.toSorted((one, other) => behind(one) - behind(other));
}

/** Tiles that lay face down and lie open now. */
function turned(old: Area, now: Area): string[] {
  const known = new Set<Slot>(old.slots);
  return now.slots.filter((slot) => slot !== "back" && slot !== "empty" && !known.has(slot));
}

function newWagers(before: Felt, after: Felt): number[] {
  return after.areas
    .filter(({ number, regular }) => regular > 0 && regular !== was(before, number)?.regular)
    .map(({ number }) => number);
}

/** When the last step of a plan is over. */
export const lengthOf = (plan: readonly Step[]): number => Math.max(0, ...plan.map(({ at, ms }) => at + ms));
