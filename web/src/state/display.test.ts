// The big screen of the recorded round at the United Kingdom leaflet's table.

import { expect, test } from "vitest";
import { gathered } from "../wire/gathered.ts";
import type { HouseView, WirePaiGow } from "../wire/shapes.ts";
import type { Seen } from "../wire/live.ts";
import { displayOf } from "./display.ts";
import { replay } from "./rounds/replay.ts";
import { feltOf } from "./table.ts";

const round = replay("uk-leaflet");

function at(version: number) {
  const seen = round.find((one) => one.version === version) as Seen;
  const view = gathered(seen.view as WirePaiGow, (seen.house as HouseView).betting);
  return displayOf(view, feltOf(view, undefined), seen.notes);
}

test("before the bank opens its tiles lie face down and areas say who is waited for", () => {
  const shown = at(44);
  expect(shown).toMatchObject({ bank: [], backs: true, matched: undefined });
  expect(shown.cells[0]).toMatchObject({ bank: true, state: { id: "bank" } });
  expect(shown.cells[1]).toMatchObject({ state: { id: "display-sets" }, amount: 25 });
  expect(shown.cells[2]).toMatchObject({ state: { id: "display-empty" }, off: true });
});

test("a hand that was matched lies beside the bank's, and its area has the outcome", () => {
  const shown = at(66);
  expect(shown.bank.map(({ which }) => which)).toEqual(["low", "high"]);
  expect(shown.matched?.hands).toHaveLength(2);
  expect(shown.cells[1]).toMatchObject({ is: "che", net: -25 });
  expect(shown.cells.filter(({ now }) => now).map(({ number }) => number)).toEqual([shown.matched?.number]);
});
