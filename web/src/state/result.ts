// What a round brought me, once every wager of mine is settled, and both comparisons with the bank's hand.

import type { HandName, Kind, Match, Outcome, PaiGowView, Tile } from "../wire/shapes.ts";
import type { Note } from "../wire/live.ts";
import type { Said } from "../words/said.ts";
import type { Felt, Slot, Wager } from "./table.ts";

export interface Compared {
  which: "low" | "high";
  mine: { tiles: Tile[]; name: HandName | undefined };
  bank: { tiles: Tile[]; name: HandName | undefined };
  better: Match["low"]["better"] | undefined;
}

export interface Result {
  round: number;
  area: number | undefined;
  outcome: Outcome | undefined;
  /** Everything of mine, won less lost. */
  net: number;
  lines: { area: number; kind: Kind; amount: number; net: number; commission: number | undefined; surrendered: boolean }[];
  compared: Compared[];
  /** Clauses of the match, and of what was paid or taken. */
  cites: string[];
  paid: string[];
  /** Whether I held the bank, or part of it. */
  banked: boolean;
  /** For whoever banked: the others' hands, and what their players won or lost. */
  others: { area: number; name: Said; outcome: Outcome | undefined; net: number; slots: Slot[] }[];
}

export function resultOf(view: PaiGowView, felt: Felt, me: number | undefined, notes: readonly Note[], before?: number): Result | undefined {
  if (me === undefined) return undefined;
  const mine = felt.areas.flatMap(({ wagers }) => wagers).filter(({ player }) => player === me);
  const banked = view.bank.bankers.some(([player]) => player === me);
  const recent = sinceDeal(notes);
  if (banked && mine.length === 0) return bankResult(view, felt, recent, before);
  if (mine.length === 0 || mine.some(({ net }) => net === undefined)) return undefined;
  const main = mine.find(({ kind }) => kind === "regular") ?? mine[0];
  const area = felt.areas.find(({ number }) => number === main?.area);
  return {
    round: view.table.round, area: main?.area, outcome: area?.outcome, banked,
    net: mine.reduce((all, { net }) => all + (net ?? 0), 0),
    lines: mine.map(lineOf), compared: main ? comparedOf(view, main.area) : [],
    cites: citesOf(recent, ["hand-matched"], main?.area, undefined),
    paid: citesOf(recent, ["wager-paid", "wager-taken", "wager-stays"], undefined, me), others: [],
  };
}

/** What my bank brought: what is mine now, less what was mine before the hands were matched. */
function bankResult(view: PaiGowView, felt: Felt, recent: readonly Note[], before: number | undefined): Result | undefined {
  const settled = recent.find(({ step }) => step === "bank-settled");
  const isOver = recent.some(({ step }) => step === "round-over");
  if (!settled || isOver || !view.mine || before === undefined) return undefined;
  return {
    round: view.table.round, area: felt.chung, outcome: undefined, net: allOf(view.mine) - before, lines: [], compared: [],
    cites: settled.clauses ?? [], paid: [], banked: true,
    others: felt.areas.filter(({ outcome }) => outcome !== undefined)
      .map(({ number, name, outcome, net, slots }) => ({ area: number, name, outcome, net: net ?? 0, slots })),
  };
}

/** Everything that is mine at this table. */
export const allOf = ({ chips, down, held, tokens }: NonNullable<PaiGowView["mine"]>): number => chips + down + held + tokens;

/** What happened since the tiles were dealt last. */
function sinceDeal(notes: readonly Note[]): readonly Note[] {
  const at = notes.findLastIndex(({ step }) => step === "dealt");
  return notes.slice(Math.max(0, at));
}

const lineOf = ({ area, kind, amount, net, commission, surrendered }: Wager): Result["lines"][number] =>
  ({ area, kind, amount, net: net ?? 0, commission, surrendered });

function citesOf(notes: readonly Note[], steps: string[], place: number | undefined, player: number | undefined): string[] {
  const found = notes.filter((note) => steps.includes(note.step) && (place === undefined || note.place === place)
    && (player === undefined || note.player === player));
  return [...new Set(found.flatMap(({ clauses }) => clauses ?? []))];
}

function comparedOf(view: PaiGowView, number: number): Compared[] {
  const area = view.areas[number];
  const bank = view.areas[view.bank.chung];
  if (!area?.split || !bank?.split || number === view.bank.chung) return [];
  const { named: mineNamed, match } = area as { named?: { low: HandName; high: HandName }; match?: Match };
  const { named: bankNamed } = bank as { named?: { low: HandName; high: HandName } };
  const { split: mine } = area;
  const { split: theirs } = bank;
  return (["low", "high"] as const).map((which) => ({
    which, better: match?.[which].better,
    mine: { tiles: mine[which], name: mineNamed?.[which] },
    bank: { tiles: theirs[which], name: bankNamed?.[which] },
  }));
}
