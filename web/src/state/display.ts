// What the big screen of a Pai Gow table shows: the bank's hand and the one that is matched, and a word on each area.

import { said, type Said } from "../words/said.ts";
import type { PaiGowView } from "../wire/gathered.ts";
import type { HandName, Outcome, Tile } from "../wire/shapes.ts";
import type { Note } from "../wire/live.ts";
import type { Area, Felt } from "./table.ts";

export interface HandShown {
  which: "low" | "high";
  tiles: Tile[];
  name: HandName | undefined;
}

export interface Cell {
  number: number;
  bank: boolean;
  is: "jung" | "che" | "jowl" | undefined;
  state: Said | undefined;
  amount: number;
  net: number | undefined;
  off: boolean;
  now: boolean;
}

const WORDS: Record<Outcome, Cell["is"]> = { win: "jung", lose: "che", push: "jowl" };

/** A hand that lies open. */
function handOf(view: PaiGowView, area: Area | undefined): HandShown[] {
  const split = area && view.areas[area.number]?.split;
  if (!split) return [];
  return (["low", "high"] as const).map((which) => ({ which, tiles: split[which], name: area.named?.[which] }));
}

export interface Shown {
  bank: HandShown[];
  /** Whether the bank's tiles lie face down. */
  backs: boolean;
  /** The area that was matched last in this round. */
  matched: { number: number; outcome: Outcome; hands: HandShown[] } | undefined;
  cells: Cell[];
}

export function displayOf(view: PaiGowView, felt: Felt, notes: readonly Note[]): Shown {
  const dealt = notes.findLastIndex(({ step }) => step === "dealt");
  const last = notes.slice(Math.max(0, dealt)).findLast(({ step }) => step === "hand-matched")?.place ?? undefined;
  const settled = felt.areas.filter(({ outcome }) => outcome !== undefined);
  const area = settled.find(({ number }) => number === last) ?? settled.at(-1);
  const bank = felt.areas.find((one) => one.bank);
  return {
    bank: handOf(view, bank), backs: (bank?.slots.length ?? 0) > 0,
    matched: area?.outcome && { number: area.number, outcome: area.outcome, hands: handOf(view, area) },
    cells: felt.areas.map((one) => cellOf(one, view, one.number === area?.number)),
  };
}

function cellOf(area: Area, view: PaiGowView, now: boolean): Cell {
  const { number, bank, off, outcome, regular, net } = area;
  const is = outcome && WORDS[outcome];
  const wagered = regular > 0;
  const state = is ? said(`display-${is}`) : off ? said("display-off") : bank ? said("bank")
    : !wagered ? said("display-empty") : area.slots.length === 0 ? said("display-wagered")
    : view.table.phase !== "set" ? said("display-waits") : said(area.tick ? "display-set" : "display-sets");
  return { number, bank, is, state, amount: regular, net, now, off: off || (!wagered && !bank && !is) };
}
