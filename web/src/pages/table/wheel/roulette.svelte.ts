// What the station of a wheel shows, worked out from a station as it stands; and what a person does there:
// chips put and taken, steps back, the last wagers again, favourites of their own.

import { layoutOf, offersOf, type Layout, type Spot } from "../../../state/wheel/layout.ts";
import { rackFor } from "../../../state/wheel/chips.ts";
import { liveRuns } from "../../../state/wheel/runs.ts";
import { chipsOf, settledChips } from "../../../state/wheel/shown.ts";
import { back, expected, ghosts, keyOf, lastStakes, moves, NONE, placeOf, plus, stakesOf, stepped, totalOf, type Move, type Stakes, type Steps } from "../../../state/wheel/stakes.ts";
import { outcomeOf, phaseOf, purseOf, wheelNow, type WheelOutcome } from "../../../state/wheel/wheel.ts";
import { said, type Said } from "../../../words/said.ts";
import { t } from "../../../words/words.svelte.ts";
import type { Asked } from "../../../wire/live.ts";
import type { Choice, HouseView, Refusal } from "../../../wire/shapes.ts";
import type { Place, WheelFelt, WheelView } from "../../../wire/wheel.ts";
import { house } from "../../session.svelte.ts";
import type { Station } from "../station.svelte.ts";

/** How long a result stays where the next period begins at once, unless somebody touches the layout. */
const RESULT_MS = 9000;

const SPINS_MOST = 100;

export class RouletteStation {
  readonly station: Station;
  layout = $state.raw<Layout>();
  /** The chip in hand, once one was chosen. */
  chosen = $state<number>();
  /** What lay before each step. */
  steps = $state.raw<Steps>([]);
  /** What came too late for the spin in play. */
  late = $state.raw<Stakes>(NONE);
  /** Spins of this visit on which I had something, the latest first. */
  spins = $state.raw<WheelOutcome[]>([]);
  #spin = $state<number>();
  #resultAt = $state<{ spin: number; at: number }>();
  #touched = $state(false);
  #asks = 0;

  constructor(station: Station) {
    this.station = station;
    station.hears = (asked, refused) => this.#hear(asked, refused);
    void this.#load();
  }

  async #load(): Promise<void> {
    for (let wait = 500; !this.layout; wait = Math.min(8000, wait * 2)) {
      try {
        this.layout = layoutOf(await house.ask<WheelFelt>("GET", `/api/tables/${this.station.id}/felt`));
      } catch {
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  }

  readonly view = $derived.by(() => this.station.seen.view as WheelView);
  readonly house = $derived.by(() => this.station.seen.house as HouseView);
  readonly mine = $derived.by(() => this.view.mine ?? undefined);
  readonly seat = $derived.by(() => this.mine?.station ?? undefined);
  readonly phase = $derived.by(() => phaseOf(this.view));
  readonly spin = $derived.by(() => this.view.table.spin);
  readonly offers = $derived.by(() => offersOf(this.station.seen.legal as readonly Choice[]));
  readonly purse = $derived.by(() => purseOf(this.view));
  readonly isOpen = $derived.by(() => this.station.isLive && this.phase === "open" && this.offers.open.size > 0);
  /** Requests about chips that have no answer yet; what may or may not have been done is not among them. */
  readonly asked = $derived.by(() => this.station.seen.asked.filter(({ id, unsure }) => id.startsWith("chip ") && !unsure));
  readonly held = $derived.by(() => stakesOf(this.mine, this.spin));
  readonly coming = $derived.by(() => ghosts(this.asked));
  readonly expected = $derived.by(() => expected(this.held, this.asked));
  readonly runs = $derived.by(() => (this.layout && this.mine ? liveRuns(this.layout, this.mine.runs, this.spin) : []));
  readonly repeatable = $derived.by(() => lastStakes(this.view.last, this.mine?.runs ?? []));
  readonly rack = $derived.by(() => rackFor(this.view.sign?.limits.bets ?? []));
  readonly chip = $derived.by(() => this.chosen ?? this.rack[1] ?? this.rack[0] ?? 1);
  readonly back = $derived.by(() => back(this.steps, this.expected));
  readonly lastOutcome = $derived.by(() => (this.layout ? outcomeOf(this.view, this.layout) : undefined));

  readonly outcome = $derived.by(() => {
    const { lastOutcome } = this;
    if (!lastOutcome || this.phase === "closed" || lastOutcome.spin !== this.spin - 1) return undefined;
    if (this.phase !== "open") return lastOutcome;
    const isFresh = this.#resultAt?.spin === lastOutcome.spin && this.station.clock - this.#resultAt.at < RESULT_MS;
    return isFresh && !this.#touched && this.expected.size === 0 ? lastOutcome : undefined;
  });

  readonly chips = $derived.by(() => (this.outcome ? settledChips(this.outcome) : chipsOf(this.held, this.coming, this.late)));
  readonly seconds = $derived.by(() => {
    const { span, isLive, time } = this.station;
    return span && isLive ? Math.max(0, Math.ceil((span.until - time) / 1000)) : undefined;
  });
  readonly now = $derived.by(() => wheelNow({ house: this.house, view: this.view, seconds: this.seconds, outcome: this.outcome }));

  stakeOn = (spot: number): number => this.expected.get(keyOf({ on: spot })) ?? 0;
  opens = (spot: number): boolean => this.offers.open.has(spot);

  /** To be called after each update: what has to be remembered beyond it. */
  follow(): void {
    const { view } = this;
    const [ball] = view.results;
    if (this.#spin !== undefined && this.#spin !== this.spin) {
      this.steps = [];
      this.late = NONE;
      this.#touched = false;
    }
    if (ball && this.#spin !== undefined && this.#resultAt?.spin !== ball.spin) this.#resultAt = { spin: ball.spin, at: Date.now() };
    const last = this.lastOutcome;
    if (last?.mine && last.spin !== this.spins[0]?.spin) this.spins = [last, ...this.spins].slice(0, SPINS_MOST);
    if (this.phase !== "open" && this.steps.length > 0) this.steps = [];
    this.#spin = this.spin;
  }

  /** The result has been seen: the layout is wanted. */
  clearOutcome(): void {
    this.#touched = true;
  }

  nameOf(place: Place): Said {
    if ("on" in place) return this.layout?.by.get(place.on)?.name ?? said("wheel-number", { n: place.on });
    const name = this.layout?.sequences.find(({ spins }) => spins === place.run.length)?.name ?? "";
    return said("wheel-run-on", { name: said(`wheel-run-${name}`), numbers: place.run.join(" ") });
  }

  #send(move: Move): void {
    const { do: word } = move;
    const what = word === "clear" ? said("wheel-ask-clear") : said(`wheel-ask-${word}`, { amount: move.amount, name: this.nameOf(move.place) });
    this.station.do(`chip ${++this.#asks}`, what, move);
  }

  /** One step of the person's: it changes what lies, and can be taken back. */
  #step(to: Stakes): void {
    const { seat } = this;
    if (!this.isOpen || seat === undefined) return;
    const all = moves(seat, this.expected, to);
    if (all.length === 0) return;
    this.#touched = true;
    this.steps = stepped(this.steps, this.expected);
    for (const one of all) this.#send(one);
  }

  /** Puts chips on places: each as much as is in hand, or the least that lies there. */
  put(places: readonly Place[], amount?: number): void {
    const more = new Map(places.map((place): [string, number] => {
      const key = keyOf(place);
      const least = "on" in place ? this.offers.open.get(place.on) ?? 1 : this.offers.runs.get(place.run.length)?.least ?? 1;
      return [key, amount ?? (this.expected.has(key) ? this.chip : Math.max(this.chip, least))];
    }));
    this.#step(plus(this.expected, more));
  }

  /** Straight bets on these numbers: a touch on the race track. */
  putNumbers(numbers: readonly number[]): void {
    this.put(numbers.flatMap((number) => {
      const spot = this.layout?.straight.get(number);
      return spot ? [{ on: spot.spot }] : [];
    }));
  }

  place = (spot: Spot): void => this.put([{ on: spot.spot }]);

  /** Takes back from a spot: a chip as in hand, or all that is there. */
  take = (spot: Spot): void => {
    const key = keyOf({ on: spot.spot });
    const lies = this.expected.get(key) ?? 0;
    if (lies === 0) return;
    const to = new Map(this.expected);
    const left = lies - this.chip;
    if (left >= (this.offers.open.get(spot.spot) ?? 1)) to.set(key, left);
    else to.delete(key);
    this.#step(to);
  };

  takeRun(numbers: number[]): void {
    const to = new Map(this.expected);
    to.delete(keyOf({ run: numbers }));
    this.#step(to);
  }

  undo = (): void => {
    const { back: last, seat } = this;
    if (!last || !this.isOpen || seat === undefined) return;
    this.steps = last.left;
    for (const one of moves(seat, this.expected, last.to)) this.#send(one);
    this.station.say(t("wheel-undone", { amount: totalOf(last.to) }));
  };

  clear = (): void => this.#step(NONE);
  repeat = (): void => this.#step(plus(this.expected, this.repeatable));
  double = (): void => this.#step(plus(this.expected, this.expected));
  putAll = (stakes: Stakes): void => this.#step(plus(this.expected, stakes));

  /** Answers about chips: a late one is shown as late; the rest is said, or refused in words. */
  #hear(asked: Asked, refused: Refusal | undefined): boolean {
    if (!asked.id.startsWith("chip ")) return false;
    const command = "do" in asked.request ? asked.request.do : undefined;
    if (!refused) {
      // The house may have taken less than was tried: what lies there now is said.
      const place = command?.place as Place | undefined;
      const what = place ? said("wheel-ask-put", { amount: this.held.get(keyOf(place)) ?? 0, name: this.nameOf(place) }) : this.station.nameOf(asked);
      this.station.say(t("wheel-done", { what, amount: this.purse?.staked ?? 0 }));
      return true;
    }
    if (this.phase === "open" || command?.do !== "put") return false;
    const key = keyOf(command.place as Place);
    this.late = plus(this.late, new Map([[key, Number(command.amount)]]));
    this.station.say(t("wheel-late", { what: this.lateNames }));
    return true;
  }

  /** What did not count, in words. */
  get lateNames(): Said[] {
    return [...this.late].map(([key, amount]) => said("wheel-late-part", { name: this.nameOf(placeOf(key)), amount }));
  }
}
