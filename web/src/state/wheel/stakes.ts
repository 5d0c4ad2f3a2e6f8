// My chips: what the house has, what is on its way, and how to come from one to another.

import type { Asked } from "../../wire/live.ts";
import type { Place, Run, WheelStation } from "../../wire/wheel.ts";

/** Amounts by place: `on 17`, `run 17 20`. */
export type Stakes = ReadonlyMap<string, number>;

export const NONE: Stakes = new Map();

export const keyOf = (place: Place): string => ("on" in place ? `on ${place.on}` : `run ${place.run.join(" ")}`);

export function placeOf(key: string): Place {
  const [kind, ...numbers] = key.split(" ");
  return kind === "on" ? { on: Number(numbers[0]) } : { run: numbers.map(Number) };
}

export const totalOf = (stakes: Stakes): number => [...stakes.values()].reduce((all, one) => all + one, 0);

/** What lies for the coming spin, as the house has it; runs that began before it are not part of it. */
export function stakesOf(mine: Pick<WheelStation, "wagers" | "runs"> | null | undefined, spin: number): Stakes {
  if (!mine) return NONE;
  const begin = mine.runs.filter(({ first }) => first === spin);
  return new Map([
    ...mine.wagers.map(({ spot, amount }): [string, number] => [keyOf({ on: spot }), amount]),
    ...begin.map(({ numbers, amount }): [string, number] => [keyOf({ run: numbers }), amount]),
  ]);
}

interface Wished {
  do: string;
  place?: Place;
  amount?: number;
}

const commandOf = ({ request }: Asked): Wished | undefined => ("do" in request ? (request.do as unknown as Wished) : undefined);

/** What will lie there once everything that was asked is done. */
export function expected(stakes: Stakes, asked: readonly Asked[]): Stakes {
  if (asked.length === 0) return stakes;
  const all = new Map(stakes);
  for (const one of asked) {
    const { do: word, place, amount = 0 } = commandOf(one) ?? { do: "" };
    if (word === "clear") all.clear();
    if (!place) continue;
    const key = keyOf(place);
    const after = (all.get(key) ?? 0) + (word === "put" ? amount : word === "take" ? -amount : 0);
    if (after > 0) all.set(key, after);
    else all.delete(key);
  }
  return all;
}

/** Chips that the house does not have yet, by place. */
export function ghosts(asked: readonly Asked[]): Stakes {
  const all = new Map<string, number>();
  for (const one of asked) {
    const command = commandOf(one);
    if (command?.do !== "put" || !command.place) continue;
    const key = keyOf(command.place);
    all.set(key, (all.get(key) ?? 0) + (command.amount ?? 0));
  }
  return all;
}

export type Move = { do: "put" | "take"; station: number; place: Place; amount: number } | { do: "clear"; station: number };

/** What has to be asked for to come from these chips to those: first what is taken, then what is put. */
export function moves(station: number, from: Stakes, to: Stakes): Move[] {
  if (to.size === 0 && from.size > 0) return [{ do: "clear", station }];
  const takes: Move[] = [];
  const puts: Move[] = [];
  for (const key of new Set([...from.keys(), ...to.keys()])) {
    const more = (to.get(key) ?? 0) - (from.get(key) ?? 0);
    if (more > 0) puts.push({ do: "put", station, place: placeOf(key), amount: more });
    if (more < 0) takes.push({ do: "take", station, place: placeOf(key), amount: -more });
  }
  return [...takes, ...puts];
}

/** These chips and those together. */
export function plus(one: Stakes, other: Stakes): Stakes {
  const all = new Map(one);
  for (const [key, amount] of other) all.set(key, (all.get(key) ?? 0) + amount);
  return all;
}

const same = (one: Stakes, other: Stakes): boolean => one.size === other.size && [...one].every(([key, amount]) => other.get(key) === amount);

const STEPS_MOST = 60;

/** What lay before each step, the latest last. */
export type Steps = readonly Stakes[];

/** A step is about to change what lies. */
export const stepped = (steps: Steps, lies: Stakes): Steps => [...steps, lies].slice(-STEPS_MOST);

/** The last step back that changes something: what lay before it, and the steps that are left. */
export function back(steps: Steps, lies: Stakes): { to: Stakes; left: Steps } | undefined {
  const at = steps.findLastIndex((before) => !same(before, lies));
  const to = steps[at];
  return to ? { to, left: steps.slice(0, at) } : undefined;
}

/** What I staked on the last spin, to be repeated: its wagers and the runs that began with it. */
export function lastStakes(last: { spin: number; wagers: { spot: number; amount: number }[]; runs: { run: Run }[] } | null | undefined, running: readonly Run[]): Stakes {
  if (!last) return NONE;
  const runs = [...last.runs.map(({ run }) => run), ...running].filter(({ first }) => first === last.spin);
  return stakesOf({ wagers: last.wagers, runs }, last.spin);
}
