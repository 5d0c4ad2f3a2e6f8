// What a card of the floor says, from what may be seen of its table.

import { feltOf, type Felt } from "../../state/table.ts";
import { personOf } from "../../state/people.ts";
import { said, type Said } from "../../words/said.ts";
import { gathered } from "../../wire/gathered.ts";
import type { Info, Look, WirePaiGow } from "../../wire/shapes.ts";

const isPaiGow = (look: Look | undefined): look is Look & { view: WirePaiGow } =>
  look !== undefined && "areas" in look.view && "bank" in look.view;

/** The limits of the main wager. */
export function limitsOf(look: Look | undefined): { least: number; most: number } | undefined {
  if (isPaiGow(look)) return look.view.sign.limits[0];
  const limits = (look?.view as { sign?: { limits?: unknown } } | undefined)?.sign?.limits;
  const [first] = Array.isArray(limits) ? (limits as unknown[]) : [];
  return first !== null && typeof first === "object" && "least" in first ? (first as { least: number; most: number }) : undefined;
}

export function feltAt(look: Look | undefined): Felt | undefined {
  return isPaiGow(look) ? feltOf(gathered(look.view, look.house?.betting ?? false), undefined) : undefined;
}

/** Who banks: "The House", or "Bot Five, area 5". */
export function bankOf(look: Look | undefined): Said {
  const [banker] = isPaiGow(look) ? look.view.bank.bankers : [];
  if (!banker || !isPaiGow(look)) return said("person-house");
  return said("bank-at", { who: personOf(banker[0]), area: look.view.bank.chung });
}

/** What happens there now. */
export function nowAt(info: Info, look: Look | undefined): { title: Said; detail: Said } {
  const turn = said(info.game === "pai-gow" ? "round-n" : "spin-n", { n: info.round });
  const left = look?.house?.closes ? Math.max(0, Math.ceil((look.house.closes - look.at) / 1000)) : undefined;
  const detail = left === undefined ? turn : said("turn-left", { turn, seconds: left });
  if (info.halted) return { title: said("now-halted"), detail: turn };
  if (info.players === 0) return { title: said("floor-waits"), detail: said("floor-waits-detail") };
  if (info.betting) return { title: said(info.game === "pai-gow" ? "now-wagers" : "floor-bets"), detail };
  if (!isPaiGow(look)) return { title: said("floor-no-bets"), detail };
  const { phase } = look.view.table;
  return { title: said(phase === "bank" ? "now-bank-offered" : phase === "set" ? "now-hands" : phase === "match" ? "now-match" : phase === "shut" ? "now-shut" : phase === "closed" ? "now-closed" : phase === "clear" ? "now-clear" : "now-wall"), detail };
}
