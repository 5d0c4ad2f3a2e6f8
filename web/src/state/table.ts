// The felt of a Pai Gow table as it is shown, worked out from one person's view.

import { said, type Said } from "../words/said.ts";
import type { AreaView, PaiGowView, WallView } from "../wire/gathered.ts";
import type { HandName, Kind, Outcome, Tile, WagerView } from "../wire/shapes.ts";
import { nameOf } from "./people.ts";

/** One place of a hand: a face, a back, or nothing. */
export type Slot = Tile | "back" | "empty";

export interface Wager {
  area: number;
  player: number;
  kind: Kind;
  amount: number;
  tokens: number;
  carried: boolean;
  surrendered: boolean;
  /** What it brought, once it is settled: won less lost. */
  net: number | undefined;
  commission: number | undefined;
}

export interface Area {
  number: number;
  seat: number | undefined;
  caller: number | undefined;
  name: Said;
  mine: boolean;
  bank: boolean;
  off: boolean;
  /** Four places, low hand first once it is split; none before the deal. */
  slots: Slot[];
  split: boolean;
  named: { low: HandName; high: HandName } | undefined;
  wagers: Wager[];
  /** Everything that lies on it of the regular kind. */
  regular: number;
  /** In two or three words, how it stands. */
  state: Said | undefined;
  tick: boolean;
  outcome: Outcome | undefined;
  net: number | undefined;
  first: boolean;
}

export interface Dice {
  boxes: number[];
  cut: number | undefined;
  bigSmall: number | undefined;
  total: number | undefined;
}

export interface Felt {
  areas: Area[];
  chung: number;
  bankers: { player: number; stake: number }[];
  /** The area where I sit. */
  seat: number | undefined;
  /** The area whose tiles are mine to set, or to look at. */
  mine: number | undefined;
  stacked: boolean;
  dice: Dice | undefined;
  first: number | undefined;
  cut: { name: string; orientation: string } | undefined;
  /** Lots of the wall by cell, four rows of eight, and which lot is mine, once the house says so. */
  grid: string | undefined;
  lot: number | undefined;
  bankOpen: boolean;
  round: number;
}

const sum = (amounts: number[]): number => amounts.reduce((all, one) => all + one, 0);

function wagersOn(area: number, view: AreaView): Wager[] {
  return Object.entries(view.wagers ?? {}).flatMap(([player, kinds]) =>
    Object.entries(kinds).map(([kind, wager]): Wager => {
      const { chips, tokens, won, lost, carried, surrendered, commission } = wager as WagerView;
      const settled = won != null || lost != null;
      return {
        area, player: Number(player), kind: kind as Kind, amount: (chips ?? 0) + (tokens ?? 0), tokens: tokens ?? 0,
        carried: carried ?? false, surrendered: surrendered ?? false, commission,
        net: settled ? (won ?? 0) - (lost ?? 0) : undefined,
      };
    }));
}

function slotsOf(view: AreaView, isSplit: boolean): Slot[] {
  if (!view.dealt) return [];
  if (view.split && isSplit) return [...view.split.low, ...view.split.high];
  const known = view.tiles ?? [];
  return [0, 1, 2, 3].map((place) => known[place] ?? "back");
}

const OUTCOME: Record<Outcome, string> = { win: "area-jung", lose: "area-che", push: "area-jowl" };

/** How an area stands, the latest first. */
function stateOf(view: AreaView, net: number | undefined, wagered: boolean): Said | undefined {
  if (view.off) return said("area-off");
  if (view.outcome) return said(OUTCOME[view.outcome], { net: net ?? 0 });
  if (view.out) return said("area-out");
  if (view.unused) return said("area-unused");
  if (view.asked || view.house_way) return said("area-house-way");
  if (view.set) return said("area-set");
  if (view.dealt && wagered) return said("area-setting");
  return undefined;
}

/** Everything that the felt shows. */
export function feltOf(view: PaiGowView, me: number | undefined): Felt {
  const { bank, wall } = view;
  const numbers = Object.keys(view.areas).map(Number).sort((one, other) => one - other);
  const mine = numbers.find((number) => {
    const area = view.areas[number];
    return area?.dealt && me !== undefined && area.caller === me;
  });
  const seat = numbers.find((number) => me !== undefined && view.areas[number]?.seat === me);
  const bankOpen = Boolean(view.areas[bank.chung]?.split);
  return {
    areas: numbers.map((number) => areaOf(number, view, me)), chung: bank.chung, seat, mine,
    bankers: bank.bankers.map(([player, stake]) => ({ player, stake })),
    stacked: wall.stacked, dice: diceOf(wall), first: wall.first ?? undefined,
    cut: wall.cut ? { name: wall.cut[0], orientation: wall.cut[1] } : undefined,
    grid: (wall as WallView).grid, lot: mine === undefined ? undefined : (wall as WallView).lots?.[mine], bankOpen, round: view.table.round,
  };
}

function areaOf(number: number, view: PaiGowView, me: number | undefined): Area {
  const area = (view.areas[number] ?? {}) as AreaView;
  const wagers = wagersOn(number, area);
  const settled = wagers.filter((one) => one.net !== undefined);
  const net = settled.length > 0 ? sum(settled.map((one) => one.net ?? 0)) : undefined;
  const bank = view.bank.chung === number;
  const isSplit = Boolean(area.split);
  const banker = view.bank.bankers[0]?.[0];
  const sits = bank && view.bank.bankers.length === 0 ? 0 : bank ? banker : area.seat ?? undefined;
  const name = sits === undefined ? said(area.off ? "area-closed" : "seat-free") : nameOf(sits, me);
  const waits = !area.dealt && wagers.some((one) => one.carried);
  return {
    number, seat: area.seat ?? undefined, caller: area.caller ?? undefined, name, bank, off: area.off ?? false,
    mine: me !== undefined && (area.seat === me || area.caller === me), slots: area.unused ? [] : slotsOf(area, isSplit),
    split: isSplit, named: area.named, wagers, regular: sum(wagers.filter((one) => one.kind === "regular").map((one) => one.amount)),
    state: bank ? said("area-bank") : waits ? said("area-carried") : stateOf(area, net, wagers.length > 0),
    tick: Boolean(area.set) && !area.outcome && !bank, outcome: area.outcome ?? undefined, net,
    first: view.wall.first === number,
  };
}

function diceOf({ dice, total }: WallView): Dice | undefined {
  if (!dice) return undefined;
  return { boxes: dice.boxes.filter(Boolean), cut: dice.cut || undefined, bigSmall: dice.big_small || undefined, total };
}
