import { expect, test } from "vitest";
import { FACES, pipsOf, symbolOf } from "./pips.ts";

test("21 faces, each with as many pips as it says", () => {
  expect(FACES).toHaveLength(21);
  for (const face of FACES) expect(pipsOf(face)).toHaveLength(face.split("-").reduce((all, half) => all + Number(half), 0));
});

test("ones and fours are red, and half of 6-6", () => {
  for (const face of FACES.filter((one) => one !== "6-6")) {
    const red = face.split("-").map(Number).filter((half) => half === 1 || half === 4).reduce((all, half) => all + half, 0);
    expect(pipsOf(face).filter((pip) => pip.red)).toHaveLength(red);
  }
  expect(pipsOf("6-6").filter(({ red }) => red)).toHaveLength(6);
});

test("of 6-6 the upper left and the lower right columns are red", () => {
  expect(pipsOf("6-6").filter(({ red }) => red).every(({ x, y }) => (y < 115 ? x < 50 : x > 50))).toBe(true);
});

test("no two pips of a face touch", () => {
  for (const face of FACES) {
    const pips = pipsOf(face);
    pips.forEach((one, place) => pips.slice(place + 1).forEach((other) => expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(21)));
  }
});

test("two tiles that look alike share a symbol", () => {
  expect(symbolOf("6-6'")).toBe(symbolOf("6-6"));
});
