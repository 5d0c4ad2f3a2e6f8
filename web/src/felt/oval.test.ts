import { expect, test } from "vitest";
import { cells, CENTRE, tilePlaces } from "./oval.ts";

test.each([6, 7, 8])("%i areas share the oval from end to end, mirrored about its middle", (count) => {
  const all = cells(count);
  expect(all[0]?.from).toBe(0);
  expect(all.at(-1)?.to).toBeCloseTo(Math.PI);
  all.forEach(({ centre }, place) => {
    const other = all[count - 1 - place]!.centre;
    expect(centre.x - CENTRE.x).toBeCloseTo(CENTRE.x - other.x, -1);
    expect(centre.y).toBeCloseTo(other.y, -1);
  });
  for (const [place, { from }] of all.slice(1).entries()) expect(from).toBe(all[place]?.to);
});

test("areas run from left to right below the dealer's edge", () => {
  const across = cells(8).map(({ centre }) => centre.x);
  expect(across).toEqual(across.toSorted((one, other) => one - other));
});

test("four tiles are centred, split or not", () => {
  for (const isSplit of [false, true]) {
    const places = tilePlaces(100, isSplit);
    expect((places[0]! + places[3]! + 20) / 2).toBeCloseTo(100);
  }
});
