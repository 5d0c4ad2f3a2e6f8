// The station of a wheel as it stands: its phase in one sentence, my money, and what the last spin brought.

import { said, type Said } from "../../words/said.ts";
import type { HouseView } from "../../wire/shapes.ts";
import type { WheelView } from "../../wire/wheel.ts";
import { boundsOf, type Layout } from "./layout.ts";
import { endedRuns, running, type RunShown } from "./runs.ts";
import { stakesOf, totalOf } from "./stakes.ts";

export type Phase = "open" | "closed" | "resting";

/** Whether wagers are taken, were taken, or nothing goes on. */
export function phaseOf({ table }: WheelView): Phase {
  if (typeof table.phase === "object") return "open";
  return table.phase === "closed" ? "closed" : "resting";
}

export interface WheelPurse {
  balance: number;
  /** On the coming spin, runs that begin with it included. */
  staked: number;
  /** In runs whose first spin is over. */
  running: number;
  held: number;
}

export function purseOf({ mine, table }: WheelView): WheelPurse | undefined {
  if (!mine || mine.station == null) return undefined;
  return {
    balance: mine.credit, held: mine.held, running: running(mine.runs, table.spin),
    staked: totalOf(stakesOf(mine, table.spin)),
  };
}

export interface WheelLine {
  spot: number;
  bet: string;
  name: Said;
  amount: number;
  won: number;
  cites: string[];
}

export interface WheelOutcome {
  spin: number;
  pocket: number;
  colour: string;
  lines: WheelLine[];
  runs: RunShown[];
  /** What the odds paid, and what was collected. */
  won: number;
  collected: number;
  /** Whether I had anything on it. */
  mine: boolean;
}

/** What the last spin was, and what it brought me. */
export function outcomeOf(view: WheelView, layout: Layout): WheelOutcome | undefined {
  const [ball] = view.results;
  if (!ball) return undefined;
  const last = view.last?.spin === ball.spin ? view.last : undefined;
  const lines = (last?.wagers ?? []).map(({ spot, amount, won, cites }): WheelLine =>
    ({ spot, amount, won, bet: layout.by.get(spot)?.bet ?? "straight-up", name: layout.by.get(spot)?.name ?? said("wheel-number", { n: spot }), cites: [...(cites ?? [])] }));
  const runs = endedRuns(layout, last);
  const lost = [...lines.filter(({ won }) => won === 0), ...runs.filter(({ returned }) => returned === 0)];
  return {
    spin: ball.spin, pocket: ball.pocket, colour: ball.colour, lines, runs, won: last?.won ?? 0,
    collected: lost.reduce((all, { amount }) => all + amount, 0), mine: lines.length + runs.length > 0,
  };
}

export interface WheelNow {
  title: Said;
  detail: Said | undefined;
}

interface Scene {
  house: HouseView;
  view: WheelView;
  /** Seconds until wagers close, as far as they are known. */
  seconds: number | undefined;
  /** The outcome, as long as it is what is shown. */
  outcome: WheelOutcome | undefined;
}

export function wheelNow({ house, view, seconds, outcome }: Scene): WheelNow {
  const { table, mine } = view;
  if (house.halted) return { title: said("now-halted"), detail: said("now-halted-why", { why: house.halted }) };
  if (house.waits_for) return { title: said("now-waits"), detail: said("now-waits-for", { what: house.waits_for }) };
  if (table.frozen) return { title: said("wheel-now-frozen"), detail: said("wheel-now-frozen-detail") };
  if (outcome) return outcomeNow(outcome, phaseOf(view) === "open", table.spin);
  if (typeof table.phase === "string" && table.phase !== "closed") return { title: said(`wheel-now-${table.phase}`), detail: said(`wheel-now-${table.phase}-detail`) };
  const seated = mine?.station != null;
  if (table.phase === "closed") {
    const counted = purseOf(view)?.staked ?? 0;
    const detail = seated ? said("wheel-counted", { spin: table.spin, amount: counted }) : said("wheel-in-play", { spin: table.spin });
    return { title: said("wheel-now-closed"), detail };
  }
  if (!seated) return { title: said("wheel-now-open"), detail: said("wheel-now-watching", { spin: table.spin }) };
  return {
    title: said("wheel-now-open"),
    detail: said(table.spun ? "wheel-now-rolling" : seconds === undefined ? "wheel-now-open-plain" : "wheel-now-open-detail", { spin: table.spin, n: seconds ?? 0 }),
  };
}

/** The ball with what it brought: "29, black. You won 140". */
export const ballOf = ({ pocket, colour }: { pocket: number; colour: string }): Said =>
  said("wheel-ball", { n: pocket, colour: said(`wheel-colour-${colour}`) });

/** What was won, together for each kind of bet and run. */
function winsByName({ lines, runs }: WheelOutcome): Map<string, number> {
  const wins = new Map<string, number>();
  const add = (id: string, amount: number) => amount > 0 && wins.set(id, (wins.get(id) ?? 0) + amount);
  for (const { bet, won } of lines) add(`wheel-bet-${bet}`, won);
  for (const { name, returned, amount } of runs) add(`wheel-run-${name}`, (returned ?? 0) - amount);
  return wins;
}

function outcomeNow(outcome: WheelOutcome, isOpen: boolean, spin: number): WheelNow {
  const ball = ballOf(outcome);
  const title = !outcome.mine ? said("wheel-fell", { ball })
    : outcome.won > 0 ? said("wheel-won", { ball, amount: outcome.won }) : said("wheel-lost", { ball, amount: outcome.collected });
  const wins = [...winsByName(outcome)].map(([id, amount]) => said("wheel-win-part", { name: said(id), amount }));
  const next = isOpen ? said("wheel-next-open", { spin }) : said("wheel-next-waits");
  const detail = wins.length > 0 ? said("wheel-won-detail", { wins, collected: outcome.collected, next }) : next;
  return { title, detail };
}

export interface Sign {
  name: Said;
  least: number;
  most: number;
}

/** The three limits that stand in the bar: a number, a corner, an even chance. */
export function signsOf(view: WheelView, layout: Layout): Sign[] {
  return ["straight-up", "corner", "red"].flatMap((bet) => {
    const bounds = boundsOf(layout, view.sign?.limits, bet);
    return bounds ? [{ name: said(`wheel-sign-${bet}`), least: bounds.least, most: bounds.most }] : [];
  });
}
