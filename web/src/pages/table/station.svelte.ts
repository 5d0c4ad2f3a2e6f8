// One table live, as the pages of both games use it: what is known, what time it is, what was refused, and
// the ways to ask for something. Draws nothing.

import { said, type Said } from "../../words/said.ts";
import { t } from "../../words/words.svelte.ts";
import { Live, random, type Asked, type Seen, type Wire } from "../../wire/live.ts";
import type { Info, Refusal, Request } from "../../wire/shapes.ts";
import { come, house, onOther, roleOf, sessionOver, tables, whoAmI, whoIsHere } from "../session.svelte.ts";

const TICK_MS = 250;

/** Refusals of a place that somebody was quicker to take. */
const TAKEN = new Set(["place.taken", "seat.taken", "station.taken"]);

export class Station {
  readonly id: string;
  seen: Seen = $state.raw() as Seen;
  info = $state.raw<Info>();
  nowhere = $state(false);
  /** This device's clock, several times a second. */
  clock = $state(Date.now());
  /** What was refused last, with what was asked. */
  refusal = $state.raw<{ what: Said; refused: Refusal }>();
  /** What is read out by a screen reader: whose turn it is, and what came of what was asked. */
  told = $state("");
  said = $state("");
  /** Between which moments of the house's time something is waited for. */
  span = $state.raw<{ since: number; until: number }>();
  /** A page's own way with an answer: true if nothing is left to be said of it. */
  hears: ((asked: Asked, refused: Refusal | undefined) => boolean) | undefined;
  readonly #live: Live;
  #names = new Map<string, Said>();
  #mixed: number | undefined;
  #wants: { amount?: number } | undefined;
  #tried = new Set<number>();
  #connected = false;

  constructor(id: string) {
    this.id = id;
    this.#live = new Live(id, {
      open: (path) => socket(path),
      alive: async () => void (await fetch("/healthz", { cache: "no-store" })),
      now: () => Date.now(),
      key: () => random(12),
      changed: (seen) => this.#changed(seen),
      answered: (asked, refused) => this.#answered(asked, refused),
    });
    this.seen = this.#live.seen;
  }

  /** Comes to the table; the answer ends it. */
  open(): () => void {
    void this.#arrive();
    const timer = setInterval(() => {
      this.clock = Date.now();
      this.#live.tick();
    }, TICK_MS);
    const offline = () => this.#live.drop();
    window.addEventListener("offline", offline);
    const other = onOther(() => void this.#becomeOther());
    return () => {
      clearInterval(timer);
      window.removeEventListener("offline", offline);
      other();
      this.#live.close();
    };
  }

  async #arrive(): Promise<void> {
    try {
      await whoAmI();
    } catch {
      // The socket says the same, and keeps trying.
    }
    await this.about();
    if (this.nowhere) return;
    this.#live.connect();
    if (sitsAtOnce.delete(this.id)) await this.sit();
  }

  async #becomeOther(): Promise<void> {
    const before = whoIsHere()?.number;
    await whoAmI().catch(() => undefined);
    if (whoIsHere()?.number !== before) this.#live.renew();
  }

  /** What the lobby says of the table. */
  async about(): Promise<void> {
    try {
      this.info = (await tables()).find(({ id }) => id === this.id);
      this.nowhere = this.info === undefined;
    } catch {
      // What the socket says is enough.
    }
  }

  get me(): number | undefined {
    return whoIsHere()?.number;
  }

  /** Whether controls may be used: the line is live. */
  get isLive(): boolean {
    return this.seen.link === "live";
  }

  /** The house's time. */
  get time(): number {
    return this.clock + this.seen.offset;
  }

  /** Whether the control of this name waits for an answer. */
  waits(id: string): boolean {
    return this.seen.asked.some((asked) => asked.id === id && !asked.unsure);
  }

  /** Asks the house; `what` names it to people. */
  ask(id: string, what: Said, request: Request): void {
    this.refusal = undefined;
    this.#names.set(id, what);
    this.#mix(request);
    this.#live.ask(id, request);
  }

  do<Command extends { do: string }>(id: string, what: Said, command: Command): void {
    this.ask(id, what, { do: command as Command & Record<string, unknown> });
  }

  nameOf(asked: Asked): Said {
    return this.#names.get(asked.id) ?? said("something");
  }

  again = (key: string): void => this.#live.again(key);
  forget = (key: string): void => this.#live.forget(key);

  say(text: string): void {
    this.said = text;
  }

  /** With the first wager of a turn of chance, this browser adds to it. */
  #mix(request: Request): void {
    const turn = this.seen.house?.promise?.turn;
    if (turn === undefined || turn === this.#mixed || !("do" in request) || !["place", "put"].includes(request.do.do)) return;
    this.#mixed = turn;
    this.#live.ask("chance", { chance: random(32) });
  }

  /** Sits down at a place, or at the first that is free; whoever is nobody comes as a guest. */
  async sit(place?: number, amount?: number): Promise<void> {
    if (!whoIsHere()) {
      try {
        await come();
      } catch {
        return this.#refuse(said("sit-down"), { code: "house.away", message: t("house-away") });
      }
      // The socket of a stranger stays a stranger's: a new one is opened as the guest.
      this.#wants = { ...(amount === undefined ? {} : { amount }) };
      this.#live.renew();
      await this.#until(() => this.isLive);
    }
    if (!this.#connected) await this.#until(() => this.isLive);
    const chosen = place ?? this.info?.free.find((one) => !this.#tried.has(one));
    if (chosen === undefined) return this.#refuse(said("sit-down"), { code: "place.none", message: t("no-place") });
    this.#tried.add(chosen);
    this.#wants = { ...(amount === undefined ? {} : { amount }) };
    this.ask(`sit ${chosen}`, said("sit-at", { area: chosen }), { join: { place: chosen, ...this.#wants } });
  }

  async #until(is: () => boolean): Promise<void> {
    for (let tries = 0; tries < 100 && !is(); tries++) await new Promise((done) => setTimeout(done, 50));
  }

  realitySeen(): void {
    this.#live.realitySeen();
    // Guests have nothing to say it for.
    if (roleOf(whoIsHere()) === "player") void house.ask("POST", "/api/me/reality-check/seen").catch(() => undefined);
  }

  /** A player's word on what a dealer asks for out of their account. */
  confirm(number: number, yes: boolean, effect: string | undefined): void {
    this.ask(`confirm ${number}`, said(yes ? "wish-yes" : "wish-no"), { confirm: { number, yes, ...(effect ? { effect } : {}) } });
  }

  #changed(seen: Seen): void {
    const closes = seen.house?.waits?.until ?? seen.house?.closes ?? undefined;
    if (closes !== this.span?.until) {
      this.span = closes === undefined ? undefined : { since: seen.house?.waits?.since ?? Date.now() + seen.offset, until: closes };
    }
    if (seen.link === "over" && this.seen.link !== "over") sessionOver();
    if (seen.link === "live" && this.seen.link === "lost" && this.#connected) this.say(t("link-back"));
    if (seen.link === "live") this.#connected = true;
    this.seen = seen;
  }

  #answered(asked: Asked, refused: Refusal | undefined): void {
    if (asked.id === "chance" || this.hears?.(asked, refused)) return;
    const what = this.nameOf(asked);
    const isSeat = "join" in asked.request || "leave" in asked.request;
    if (isSeat) void this.about();
    if (!refused) return this.say(t("done-what", { what }));
    if (TAKEN.has(refused.code) && "join" in asked.request) {
      void this.about().then(() => this.sit(undefined, this.#wants?.amount));
      return;
    }
    this.#refuse(what, refused);
  }

  #refuse(what: Said, refused: Refusal): void {
    this.refusal = { what, refused };
  }
}

/** Tables at which the person wants to sit down on arrival. */
export const sitsAtOnce = new Set<string>();

function socket(path: string): Wire {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const made = new WebSocket(url);
  const wire: Wire = { onopen: null, onmessage: null, onclose: null, send: (text) => made.send(text), close: () => made.close() };
  made.onopen = () => wire.onopen?.();
  made.onmessage = ({ data }) => wire.onmessage?.({ data: String(data) });
  made.onclose = ({ reason }) => wire.onclose?.({ reason });
  return wire;
}
