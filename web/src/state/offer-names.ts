// What any choice of the house is called on a button.

import { said, type Said } from "../words/said.ts";
import { nameOf } from "./people.ts";
import { turnedOf } from "./log.ts";

export function nameOfOffer(command: { do: string }, me: number | undefined): Said {
  const { do: word, ...fields } = command as { do: string } & Record<string, unknown>;
  const { area, about, by, cut, orientation, player, value, method } = fields;
  if (word === "name-cut") return said("do-name-cut", { cut: said("cut-turned", { cut: said(`cut-${String(cut)}`), turned: turnedOf(String(orientation)) }) });
  if (word === "ask-laja") return said(by === "dealer" ? "do-ask-laja" : "do-ask-laja-own");
  if (word === "raise-dispute") return said(`do-raise-dispute-${String(about)}`);
  if (word === "pass-bank") return said(fields.pass ? "bank-pass" : "bank-pass-no");
  if (word === "change-method") return said(`do-change-method-${String(method)}`);
  return said(`do-${word}`, {
    area: typeof area === "number" ? area : 0, value: typeof value === "number" ? value : 0,
    who: typeof player === "number" ? nameOf(player, me) : "",
  });
}
