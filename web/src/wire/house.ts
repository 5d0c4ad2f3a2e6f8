// Requests over HTTP: who this browser is to the house, and the session's second token.

import type { Me, Refusal } from "./shapes.ts";

/** How long the house may take to answer, in milliseconds. */
const ANSWER_MS_MAX = 15_000;

/** Whether this browser was somebody before, so that asking is worth it; other tabs hear when that changes. */
const CAME = "houseway-came";

/** What the house says to somebody whom it takes for nobody. */
const NOBODY = new Set(["session.over", "sign-in.wanted"]);

/** A refusal, or no answer at all (`house.away`). */
export class Refused extends Error {
  readonly code: string;
  readonly clauses: string[];

  constructor({ code, clauses, message }: Refusal) {
    super(message);
    this.code = code;
    this.clauses = clauses ?? [];
  }
}

/** Where the browser keeps that it was somebody: `localStorage`, or a map in tests. */
export interface Keeps {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

export class House {
  me: Me | undefined;
  readonly #fetch: typeof fetch;
  readonly #keeps: Keeps;

  constructor(send: typeof fetch, keeps: Keeps) {
    this.#fetch = send;
    this.#keeps = keeps;
  }

  /** Asks the house; whatever it refuses is thrown. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers["content-type"] = "application/json";
    if (this.me) headers["x-houseway-csrf"] = this.me.csrf;
    let answer: Response;
    let text: string;
    try {
      const signal = AbortSignal.timeout(ANSWER_MS_MAX);
      answer = await this.#fetch(path, { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      text = await answer.text();
    } catch {
      throw new Refused({ code: "house.away", message: "the house does not answer" });
    }
    const said = parsed(text);
    // 202 is no refusal and not done either: it waits for a second person.
    if (answer.ok && answer.status !== 202) return said as T;
    const refused = new Refused((said as Refusal | undefined) ?? { code: `http.${answer.status}`, message: answer.statusText });
    if (this.me && NOBODY.has(refused.code)) this.#is(undefined);
    throw refused;
  }

  /** Finds out who this browser is; a house that is away throws. */
  async whoAmI(): Promise<Me | undefined> {
    if (!this.#keeps.getItem(CAME)) return this.#is(undefined);
    try {
      return this.#is(await this.ask<Me>("GET", "/api/me"));
    } catch (refused) {
      if (!(refused instanceof Refused) || !NOBODY.has(refused.code)) throw refused;
      return this.#is(undefined);
    }
  }

  /** Comes as a guest, unless already somebody. */
  async come(): Promise<Me> {
    if (this.me) return this.me;
    const me = await this.ask<Me>("POST", "/api/guest");
    this.#is(me);
    return me;
  }

  async signIn(name: string, password: string): Promise<Me> {
    const me = await this.ask<Me>("POST", "/api/sign-in", { name, password });
    this.#is(me);
    return me;
  }

  /** Another password ends the session: whoever chose it signs in with it. */
  async changePassword(old: string, fresh: string): Promise<void> {
    await this.ask("POST", "/api/me/password", { old, new: fresh });
    this.#is(undefined);
  }

  async signOut(): Promise<void> {
    try {
      await this.ask("POST", "/api/sign-out");
    } finally {
      this.#is(undefined);
    }
  }

  /** The session is over: the socket said so. */
  over(): void {
    this.#is(undefined);
  }

  #is(me: Me | undefined): Me | undefined {
    this.me = me;
    if (!me) this.#keeps.removeItem(CAME);
    else if (this.#keeps.getItem(CAME) !== String(me.number)) this.#keeps.setItem(CAME, String(me.number));
    return me;
  }
}

function parsed(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
