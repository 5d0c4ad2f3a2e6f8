// What the Pai Gow station shows, worked out from a station as it stands; and what a person picks before
// the house is asked.

import { logOf } from "../../state/log.ts";
import { offersOf, spotsOf } from "../../state/offers.ts";
import { nowOf } from "../../state/phase.ts";
import { allOf, resultOf, type Result } from "../../state/result.ts";
import { feltOf } from "../../state/table.ts";
import { broughtAfter } from "../../state/purse.ts";
import { said, type Said } from "../../words/said.ts";
import type { HouseView, PaiGowView, Tile } from "../../wire/shapes.ts";
import type { Station } from "./station.svelte.ts";

const SHOWS_TILES = "houseway-shows-tiles";
const LOG_MOST = 120;
const ROUNDS_MOST = 100;

export type Dock = "sit" | "bank" | "wager" | "set" | "ask" | "result" | "wait";

export class PaiGowStation {
  readonly station: Station;
  /** The last result: it stays until the next phase begins for me. */
  result = $state.raw<Result>();
  /** Results of this visit, the latest first. */
  rounds = $state.raw<Result[]>([]);
  /** What to wager as soon as wagers are taken. */
  armed = $state<number>();
  /** Whether every deal is to show me my tiles. */
  showsTiles = $state(localStorage.getItem(SHOWS_TILES) !== "no");
  /** What I wagered last on my own area. */
  last = $state<number>();
  #brought: number | undefined = $state();
  #counted = 0;
  /** What was mine before the hands were matched. */
  #before: number | undefined = $state();

  constructor(station: Station) {
    this.station = station;
  }

  readonly view = $derived.by(() => this.station.seen.view as PaiGowView);
  readonly house = $derived.by(() => this.station.seen.house as HouseView);
  readonly me = $derived.by(() => this.station.me);
  readonly felt = $derived.by(() => feltOf(this.view, this.me));
  readonly offers = $derived.by(() => offersOf(this.station.seen.legal, (area) => this.view.areas[area]?.tiles ?? []));
  readonly wagers = $derived.by(() => this.felt.areas.flatMap(({ wagers }) => wagers).filter(({ player }) => player === this.me));
  readonly spots = $derived.by(() => spotsOf(this.offers, this.wagers, this.felt.seat));
  readonly settled = $derived.by(() => resultOf(this.view, this.felt, this.me, this.station.seen.notes, this.#before));
  readonly now = $derived.by(() => nowOf({ house: this.house, view: this.view, felt: this.felt, offers: this.offers, me: this.me, result: this.result }));
  readonly log = $derived.by(() => logOf(this.station.seen.notes, this.me, LOG_MOST));
  readonly asked = $derived.by(() => this.view.mine?.asked ?? undefined);
  readonly isSeated = $derived.by(() => this.felt.seat !== undefined || this.felt.mine !== undefined);

  /** Chips that are free, and everything that is mine less what I brought. */
  readonly purse = $derived.by(() => {
    const { mine } = this.view;
    if (!mine || (!this.isSeated && mine.chips + mine.down === 0)) return undefined;
    const all = allOf(mine);
    return { chips: mine.chips, down: mine.down, net: all - (this.#brought ?? all) };
  });

  readonly dock: Dock = $derived.by(() => {
    const { asked } = this;
    if (!this.isSeated && !this.purse) return "sit";
    if (asked && !asked.done) {
      if (asked.what === "bank") return "bank";
      if (asked.what === "wager") return "wager";
      return asked.what === "set" ? "set" : "ask";
    }
    if (this.result) return "result";
    if (this.view.table.betting && this.spots.length > 0) return "wager";
    if (this.felt.mine !== undefined) return "set";
    return "wait";
  });

  /** To be called after each update: what has to be remembered beyond it. */
  follow(): void {
    this.#count();
    const { mine, table } = this.view;
    if (mine && ["shut", "bank", "wall", "set"].includes(table.phase)) this.#before = allOf(mine);
    const { settled, result, view } = this;
    const isNew = settled && (settled.round !== result?.round || settled.net !== result.net);
    if (settled && isNew && settled.round !== this.rounds[0]?.round) {
      this.result = settled;
      this.rounds = [settled, ...this.rounds].slice(0, ROUNDS_MOST);
    }
    const isOver = !settled && (view.table.betting || (this.asked && !this.asked.done));
    if (result && isOver) this.result = undefined;
    const own = this.wagers.find(({ area, kind }) => area === this.felt.seat && kind === "regular");
    if (own && own.net === undefined && !own.carried) this.last = own.amount;
    this.#wagerArmed();
    this.#showTiles();
  }

  /** What I brought to this table: remembered over a reload of the page. */
  #count(): void {
    const { mine } = this.view;
    if (!mine || this.me === undefined) return;
    const key = `houseway-brought ${this.station.id} ${this.me}`;
    const kept = sessionStorage.getItem(key);
    const fresh = this.station.seen.notes.filter((note) => note.key > this.#counted);
    this.#counted = this.station.seen.notes.at(-1)?.key ?? this.#counted;
    const brought = broughtAfter(kept === null ? undefined : Number(kept), mine, fresh, this.me);
    if (kept !== String(brought)) sessionStorage.setItem(key, String(brought));
    this.#brought = brought;
  }

  /** The wager that was asked for ahead, once the house takes it. */
  #wagerArmed(): void {
    if (this.armed === undefined) return;
    if (!this.station.isLive) return void (this.armed = undefined);
    const spot = this.spots.find(({ area, kind, command }) => area === this.felt.seat && kind === "regular" && command);
    if (!spot?.command || !this.asked || this.asked.what !== "wager" || this.asked.done) return;
    const { bounds, command } = spot;
    if (bounds && this.armed >= bounds.least && this.armed <= bounds.most) this.wager(spot.area, command, this.armed);
    this.armed = undefined;
  }

  wager(area: number, command: { do: "place" } & Record<string, unknown>, amount: number): void {
    const stake = { ...(command.stake as object), amount };
    this.station.do(`place ${area} ${String(command.kind)}`, said("ask-wager", { amount, area }), { ...command, stake });
  }

  /** A hand once looked at needs no look: asked for once, where the table has it. */
  #showTiles(): void {
    const offer = this.offers.showTiles?.command;
    if (!offer || !this.station.isLive || offer.always !== this.showsTiles || this.station.waits("show-tiles")) return;
    this.station.do("show-tiles", said("ask-show-tiles"), offer);
  }

  setShowsTiles(shows: boolean): void {
    this.showsTiles = shows;
    localStorage.setItem(SHOWS_TILES, shows ? "yes" : "no");
    this.#showTiles();
  }

  setHand(area: number, two: Tile[]): void {
    this.station.do(`set ${area}`, said("ask-set"), { do: "set-hand", area, two });
  }

  get title(): Said {
    return this.now.title;
  }
}
