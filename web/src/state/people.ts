// People by their numbers, as the floor counts them.

import { said, type Said } from "../words/said.ts";

const GUESTS = 1_000_000;
const BOTS = 4_000_000_000;

export type Sort = "house" | "account" | "guest" | "bot";

export function sortOf(number: number): Sort {
  if (number === 0) return "house";
  return number >= BOTS ? "bot" : number >= GUESTS ? "guest" : "account";
}

/** What somebody is called here; whoever reads is "you". */
export function nameOf(number: number, me: number | undefined): Said {
  if (number === me) return said("person-you");
  return personOf(number);
}

/** What somebody is called to everybody. */
export function personOf(number: number): Said {
  const sort = sortOf(number);
  if (sort === "house") return said("person-house");
  if (sort === "bot") return said("person-bot", { n: number - BOTS });
  if (sort === "guest") return said("person-guest", { n: number - GUESTS + 1 });
  return said("person-account", { n: number });
}
