import { expect, test } from "vitest";
import { added, chipsFor, topChip, within } from "./chips.ts";

const bounds = { least: 25, most: 1000, step: 5 };

test("chips that are offered fit the bounds", () => {
  expect(chipsFor(bounds)).toEqual([5, 25, 50, 100, 500]);
  expect(chipsFor({ least: 100, most: 300, step: 100 })).toEqual([100]);
});

test("an amount stays within the bounds that the house named", () => {
  expect(within(3, bounds)).toBe(25);
  expect(within(5000, bounds)).toBe(1000);
  expect(within(33, bounds)).toBe(30);
});

test("the first chip brings at least the least, and no chip more than the most", () => {
  expect(added(0, 5, bounds)).toBe(25);
  expect(added(0, 100, bounds)).toBe(100);
  expect(added(950, 100, bounds)).toBe(1000);
});

test("a stack that is shown as one has the colour of its largest chip", () => {
  expect([1, 30, 100, 700].map(topChip)).toEqual([1, 25, 100, 500]);
});
