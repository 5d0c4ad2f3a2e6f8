// Runs over several spins: where each live one stands, what the next spin pays either way, how the others ended.

import type { Layout } from "./layout.ts";
import type { Run, RunEnd, SequenceOnFelt, WheelLast } from "../../wire/wheel.ts";

export interface RunStep {
  number: number;
  colour: string;
  place: number;
  is: "hit" | "now" | "to-come" | "missed";
}

export interface RunShown {
  key: string;
  /** `double`, `treble`, `quad`. */
  name: string;
  amount: number;
  steps: RunStep[];
  /** Which of its spins comes next; nothing once it is over. */
  next: number | undefined;
  /** What comes of it if the next number hits, and if not: what the odds pay, and so many to so many. */
  hit: Paid | undefined;
  miss: Paid | undefined;
  /** Whether the next hit is its last. */
  last: boolean;
  /** What came back with the stake, once it is over. */
  returned: number | undefined;
  hits: number;
}

export interface Paid {
  pays: number;
  to: number;
  amount: number;
}

const sequenceOf = ({ sequences }: Layout, { numbers }: Run): SequenceOnFelt | undefined =>
  sequences.find(({ spins }) => spins === numbers.length);

/** What so many hits from the first spin on bring, by the odds that the house names. */
function paidFor(sequence: SequenceOnFelt | undefined, hits: number, amount: number): Paid | undefined {
  const odds = sequence?.pays[hits - 1];
  return odds ? { pays: odds[0], to: odds[1], amount: (amount * odds[0]) / odds[1] } : undefined;
}

function shown(layout: Layout, run: Run, hits: number, ended: RunEnd | undefined): RunShown {
  const sequence = sequenceOf(layout, run);
  const isLive = ended === undefined;
  const is = (place: number): RunStep["is"] => (place < hits ? "hit" : place > hits ? "to-come" : isLive ? "now" : "missed");
  return {
    key: `${run.first} ${run.numbers.join(" ")}`, name: sequence?.name ?? "", amount: run.amount, hits,
    steps: run.numbers.map((number, place) => ({ number, place, colour: layout.colours.get(number) ?? "green", is: is(place) })),
    next: isLive ? hits + 1 : undefined, last: hits + 1 === run.numbers.length,
    hit: isLive ? paidFor(sequence, hits + 1, run.amount) : undefined,
    miss: isLive ? paidFor(sequence, hits, run.amount) : undefined,
    returned: ended?.returned,
  };
}

/** Runs that are live: the house keeps one only as long as every spin of it has hit. */
export const liveRuns = (layout: Layout, runs: readonly Run[], spin: number): RunShown[] =>
  runs.map((run) => shown(layout, run, spin - run.first, undefined));

/** Runs that the last spin ended. */
export const endedRuns = (layout: Layout, last: WheelLast | null | undefined): RunShown[] =>
  (last?.runs ?? []).map((end) => shown(layout, end.run, end.hits, end));

/** What is staked in runs whose first spin is over. */
export const running = (runs: readonly Run[], spin: number): number =>
  runs.filter(({ first }) => first < spin).reduce((all, { amount }) => all + amount, 0);
