// What may be done now, sorted by where it stands on the screen. Nothing is added to what the house offers.

import type { Bounds, Choice, Kind, PaiGowCommand, Tile, Way } from "../wire/shapes.ts";

type Command<Word extends string> = Extract<PaiGowCommand, { do: Word }>;

export interface Offer<Word extends string> {
  command: Command<Word>;
  amount: Bounds | undefined;
}

/** A choice of whatever kind. */
export interface AnyOffer {
  command: { do: string };
  amount: Bounds | undefined;
}

export interface Setting {
  area: number;
  tiles: Tile[];
  ways: Pairing[];
}

/** One of the ways to pair four tiles; which hand is the low one, and what each is, only the house says. */
export interface Pairing {
  two: Tile[];
  other: Tile[];
  is: Way | undefined;
}

export interface Offers {
  place: Offer<"place">[];
  withdraw: Offer<"withdraw">[];
  accept: Offer<"accept-bank">[];
  join: Offer<"join-bank">[];
  decline: Offer<"decline-bank"> | undefined;
  pass: Offer<"pass-bank"> | undefined;
  look: Offer<"look">[];
  showTiles: Offer<"show-tiles"> | undefined;
  houseWay: Offer<"ask-house-way">[];
  concede: Offer<"concede">[];
  surrender: Offer<"surrender">[];
  set: Setting | undefined;
  leave: boolean;
  /** What stands nowhere else. */
  rest: AnyOffer[];
}

const ELSEWHERE = new Set([
  "place", "withdraw", "accept-bank", "join-bank", "decline-bank", "pass-bank", "look", "show-tiles", "ask-house-way",
  "concede", "surrender", "set-hand", "leave", "sit",
]);

export function offersOf(legal: readonly Choice[], tilesOf: (area: number) => readonly (Tile | null)[]): Offers {
  const all = legal as { command: { do: string }; amount?: Bounds; ways?: Way[] }[];
  const by = <Word extends string>(word: Word): Offer<Word>[] =>
    all.filter(({ command }) => command.do === word).map(({ command, amount }) => ({ command: command as Command<Word>, amount }));
  const setting = all.find(({ command }) => command.do === "set-hand");
  return {
    place: by("place").filter(({ command }) => command.stake.with === "chips"),
    withdraw: by("withdraw"), accept: by("accept-bank"), join: by("join-bank"), decline: by("decline-bank")[0],
    pass: by("pass-bank")[0], look: by("look"), showTiles: by("show-tiles")[0], houseWay: by("ask-house-way"),
    concede: by("concede"), surrender: by("surrender"),
    set: setting && settingOf(setting.command as Command<"set-hand">, setting.ways, tilesOf),
    leave: by("leave").length > 0,
    rest: all.filter(({ command }) => !ELSEWHERE.has(command.do)).map(({ command, amount }) => ({ command, amount })),
  };
}

function settingOf(
  { area }: Command<"set-hand">, ways: Way[] | undefined, tilesOf: (area: number) => readonly (Tile | null)[],
): Setting | undefined {
  const [a, b, c, d] = tilesOf(area);
  if (!a || !b || !c || !d) return undefined;
  const pairings: [Tile[], Tile[]][] = [[[a, b], [c, d]], [[a, c], [b, d]], [[a, d], [b, c]]];
  return {
    area, tiles: [a, b, c, d],
    ways: ways
      ? ways.map((is) => ({ two: is.low.tiles, other: is.high.tiles, is }))
      : pairings.map(([two, other]) => ({ two, other, is: undefined })),
  };
}

/** Spots of one area where a wager may lie, in the order of the layout. */
const KINDS: Kind[] = ["regular", "bonus", "tie", "big", "small"];

export interface Spot {
  area: number;
  kind: Kind;
  /** What of mine lies there as the house has it. */
  lies: number;
  carried: boolean;
  bounds: Bounds | undefined;
  command: Command<"place"> | undefined;
  withdraw: Command<"withdraw"> | undefined;
}

/** Everything that may be wagered, or was, spot by spot; my own area first. */
export function spotsOf(
  { place, withdraw }: Offers, mine: readonly { area: number; kind: Kind; amount: number; carried: boolean }[], seat: number | undefined,
): Spot[] {
  const spots = new Map<string, Spot>();
  const spot = (area: number, kind: Kind): Spot => {
    const key = `${area} ${kind}`;
    const found = spots.get(key) ?? { area, kind, lies: 0, carried: false, bounds: undefined, command: undefined, withdraw: undefined };
    spots.set(key, found);
    return found;
  };
  for (const { command, amount } of place) {
    Object.assign(spot(command.area, command.kind), { command, bounds: amount ?? { least: command.stake.amount, most: command.stake.amount, step: 1 } });
  }
  for (const { command } of withdraw) spot(command.area, command.kind).withdraw = command;
  for (const { area, kind, amount, carried } of mine) Object.assign(spot(area, kind), { lies: amount, carried });
  return [...spots.values()].sort((one, other) =>
    Number(other.area === seat) - Number(one.area === seat) || one.area - other.area || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));
}
