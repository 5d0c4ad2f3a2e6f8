import { expect, test } from "vitest";
import { type Asked, Live, type Seen, STALE_MS, type Wire } from "./live.ts";
import type { Refusal } from "./shapes.ts";

/** A house that is played by the test. */
function scene() {
  const opened: { path: string; sent: string[]; wire: Wire }[] = [];
  const answered: [Asked, Refusal | undefined][] = [];
  let now = 1_000_000;
  let keys = 0;
  let alive = true;
  let seen: Seen | undefined;
  const live = new Live("t", {
    open(path) {
      const sent: string[] = [];
      const wire: Wire = { onopen: null, onmessage: null, onclose: null, send: (text) => sent.push(text), close: () => undefined };
      opened.push({ path, sent, wire });
      return wire;
    },
    alive: () => (alive ? Promise.resolve() : Promise.reject(new Error("away"))),
    now: () => now,
    key: () => `k${++keys}`,
    changed: (one) => (seen = one),
    answered: (asked, refused) => answered.push([asked, refused]),
  });
  const last = () => opened.at(-1)!;
  return {
    live, opened, answered,
    seen: () => seen!,
    sent: () => last().sent.map((text) => JSON.parse(text) as { key: string }),
    tell: (update: object) => last().wire.onmessage?.({ data: JSON.stringify(update) }),
    cut: (reason = "") => last().wire.onclose?.({ reason }),
    away: () => (alive = false),
    /** Lets time pass, a quarter of a second at a time. */
    async wait(ms: number) {
      for (let end = now + ms; now < end; ) {
        now += 250;
        live.tick();
        await Promise.resolve();
        await Promise.resolve();
      }
    },
  };
}

const FIRST = { version: 5, at: 1_000_500, fresh: true, house: { game: "pai-gow", betting: true }, view: { table: { round: 1 } },
  clauses: { 4: "star-2016 3.3.2" }, kinds: { 1: { step: "seated", clauses: [4], tells: ["place", "player"] } }, choices: { 1: { command: { do: "leave" } }, 2: { command: { do: "sit", area: 3 } } }, legal: [2] };

test("the first update is the whole; later ones are laid over it", () => {
  const { live, tell, seen } = scene();
  live.connect();
  tell(FIRST);
  expect(seen().link).toBe("live");
  expect(seen().offset).toBe(500);
  expect(seen().legal).toEqual([{ command: { do: "sit", area: 3 } }]);
  tell({ version: 6, view: { table: { phase: "set" } }, notes: [[1, 3, 7]], legal: [-2, 1] });
  expect(seen().view).toEqual({ table: { round: 1, phase: "set" } });
  expect(seen().notes[0]).toMatchObject({ step: "seated", place: 3, player: 7, clauses: ["star-2016 3.3.2"] });
  expect(seen().legal).toEqual([{ command: { do: "leave" } }]);
});

test("what is not named in an update stays the same object", () => {
  const { live, tell, seen } = scene();
  live.connect();
  tell(FIRST);
  const { view, legal, notes } = seen();
  tell({ version: 6, house: { betting: false } });
  expect(seen().view).toBe(view);
  expect(seen().legal).toBe(legal);
  expect(seen().notes).toBe(notes);
});

test("a request waits for its answer, and a second touch of the same control is not sent", () => {
  const { live, tell, seen, sent, answered } = scene();
  live.connect();
  tell(FIRST);
  expect(live.ask("look 3", { do: { do: "look", area: 3 } })).toBe(true);
  expect(live.ask("look 3", { do: { do: "look", area: 3 } })).toBe(false);
  expect(sent()).toEqual([{ key: "k1", do: { do: "look", area: 3 } }]);
  tell({ version: 7, answers: [{ key: "k1", version: 7 }] });
  expect(seen().asked).toEqual([]);
  expect(answered).toHaveLength(1);
});

test("a refusal comes with its answer", () => {
  const { live, tell, answered } = scene();
  live.connect();
  tell(FIRST);
  live.ask("bet", { do: { do: "place" } });
  tell({ version: 5, answers: [{ key: "k1", refused: { code: "wager.below_minimum", message: "wager 5 is below 25" } }] });
  expect(answered[0]?.[1]?.code).toBe("wager.below_minimum");
});

test("without a line nothing is sent", () => {
  const { live, opened } = scene();
  live.connect();
  expect(live.ask("bet", { do: { do: "place" } })).toBe(false);
  expect(opened[0]?.sent).toEqual([]);
});

test("a cut line comes back with the version that was seen; what had no answer is asked for again only by a person", async () => {
  const { live, tell, cut, seen, sent, opened, wait } = scene();
  live.connect();
  tell(FIRST);
  live.ask("bet", { do: { do: "place" } });
  cut();
  expect(seen().link).toBe("lost");
  expect(seen().asked[0]?.unsure).toBe(true);
  await wait(500);
  expect(opened).toHaveLength(2);
  expect(opened[1]?.path).toBe("/api/tables/t/live?seen=5");
  tell({ version: 6, house: { game: "pai-gow", betting: false }, view: { table: { round: 2 } }, legal: [] });
  expect(sent()).toEqual([]);
  expect(seen().view).toEqual({ table: { round: 2 } });
  live.again("k1");
  expect(sent()).toEqual([{ key: "k1", do: { do: "place" } }]);
});

test("what became of a request may be left at that", async () => {
  const { live, tell, cut, seen, wait } = scene();
  live.connect();
  tell(FIRST);
  live.ask("bet", { do: { do: "place" } });
  cut();
  await wait(500);
  tell(FIRST);
  live.forget("k1");
  expect(seen().asked).toEqual([]);
});

test("three seconds without a sign of life are stale, and a house that is heard again is live", async () => {
  const { live, tell, seen, away, wait } = scene();
  live.connect();
  tell(FIRST);
  await wait(STALE_MS * 2);
  expect(seen().link).toBe("live");
  away();
  await wait(STALE_MS + 1500);
  expect(seen().link).toBe("stale");
  expect(live.ask("bet", { do: { do: "place" } })).toBe(false);
  tell({ version: 6 });
  expect(seen().link).toBe("live");
});

test("a line that stays silent is given up, and another is tried", async () => {
  const { live, tell, seen, away, wait, opened } = scene();
  live.connect();
  tell(FIRST);
  away();
  await wait(16_000);
  expect(opened.length).toBeGreaterThan(1);
  expect(seen().link).not.toBe("live");
});

test("an answer that does not come makes the line stale though the house is alive", async () => {
  const { live, tell, seen, wait } = scene();
  live.connect();
  tell(FIRST);
  live.ask("bet", { do: { do: "place" } });
  await wait(STALE_MS + 500);
  expect(seen().link).toBe("stale");
});

test("a session that is over is not tried again", async () => {
  const { live, tell, cut, seen, wait, opened } = scene();
  live.connect();
  tell(FIRST);
  cut("session.over: signed out");
  await wait(10_000);
  expect(seen().link).toBe("over");
  expect(opened).toHaveLength(1);
});

test("a player who plays for long is reminded until they say so", () => {
  const { live, tell, seen } = scene();
  live.connect();
  tell(FIRST);
  tell({ type: "reality", minutes: 60 });
  expect(seen().reality).toBe(60);
  live.realitySeen();
  expect(seen().reality).toBeUndefined();
});
