// A recorded round for tests: what the house sent to one station, update by update.

import { readFileSync } from "node:fs";
import { Live, type Seen, type Wire } from "../../wire/live.ts";

/** What was seen after each update of a record. */
export function replay(record: string): Seen[] {
  const lines = readFileSync(new URL(`${record}.jsonl`, import.meta.url), "utf8").trim().split("\n");
  let wire: Wire | undefined;
  const live = new Live("recorded", {
    open: () => (wire = { onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined }),
    alive: () => Promise.resolve(),
    now: () => 1_000_000,
    key: () => "key",
    changed: () => undefined,
    answered: () => undefined,
  });
  live.connect();
  return lines.map((data) => {
    wire?.onmessage?.({ data });
    return live.seen;
  });
}
