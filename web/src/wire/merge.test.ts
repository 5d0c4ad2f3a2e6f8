import { expect, test } from "vitest";
import { merged } from "./merge.ts";

test("fields become what the patch says, and null takes them away", () => {
  const before = { phase: "bank", offer: { player: 7 }, areas: { 1: { seat: 7 }, 2: {} } };
  const after = merged(before, { phase: "wall", offer: null, areas: { 2: { seat: 8 } } });
  expect(after).toEqual({ phase: "wall", areas: { 1: { seat: 7 }, 2: { seat: 8 } } });
});

test("what the patch does not touch stays the same object", () => {
  const before = { areas: { 1: { seat: 7 }, 2: {} } };
  const after = merged(before, { areas: { 2: { seat: 8 } } }) as typeof before;
  expect(after.areas[1]).toBe(before.areas[1]);
  expect(before).toEqual({ areas: { 1: { seat: 7 }, 2: {} } });
});

test("lists are replaced whole", () => {
  expect(merged({ tiles: [null, null] }, { tiles: ["6-6"] })).toEqual({ tiles: ["6-6"] });
});

test("a patch that is no object is the new document", () => {
  expect(merged({ a: 1 }, 5)).toBe(5);
  expect(merged(5, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
});
