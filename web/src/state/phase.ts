// One sentence that always says whose turn it is and what happens now, with what belongs under it.

import { said, type Said } from "../words/said.ts";
import type { PaiGowView } from "../wire/gathered.ts";
import type { HouseView } from "../wire/shapes.ts";
import type { Offers } from "./offers.ts";
import { nameOf } from "./people.ts";
import type { Result } from "./result.ts";
import type { Felt } from "./table.ts";

export interface Now {
  title: Said;
  detail: Said | undefined;
  /** Whether I am the one who is waited for. */
  mine: boolean;
}

interface Scene {
  house: HouseView;
  view: PaiGowView;
  felt: Felt;
  offers: Offers;
  me: number | undefined;
  result: Result | undefined;
}

export function nowOf(scene: Scene): Now {
  const { house, view } = scene;
  if (house.halted) return { title: said("now-halted"), detail: said("now-halted-why", { why: house.halted }), mine: false };
  if (house.waits_for) return { title: said("now-waits"), detail: said("now-waits-for", { what: house.waits_for }), mine: false };
  if (view.table.phase === "closed") return { title: said("now-closed"), detail: undefined, mine: false };
  const { asked } = view.mine ?? {};
  if (asked && !asked.done) return { ...askedOf(asked.what, scene), mine: true };
  return { ...(scene.result ? resultNow(scene.result) : phaseNow(scene)), mine: false };
}

function askedOf(what: string, { view, felt, offers, me }: Scene): Omit<Now, "mine"> {
  if (what === "set") {
    const isSeen = offers.set !== undefined;
    const others = waitingFor(view, felt, me).filter(({ id }) => id !== "person-you");
    return {
      title: said(isSeen ? "now-set" : "now-look"),
      detail: others.length > 0 ? said(isSeen ? "now-set-waiting" : "now-look-waiting", { who: [said("you-too"), ...others] }) : said(isSeen ? "now-set-detail" : "now-look-detail"),
    };
  }
  if (what === "wager") {
    const carried = felt.areas.some((area) => area.wagers.some((one) => one.carried && one.player === me));
    return { title: said("now-wager"), detail: said(carried && felt.seat !== undefined ? "now-wager-carried" : "now-wager-detail") };
  }
  return { title: said(`now-${what}`), detail: said(`now-${what}-detail`) };
}

function resultNow({ net }: Result): Omit<Now, "mine"> {
  const detail = said("now-settled");
  if (net > 0) return { title: said("now-won", { amount: net }), detail };
  return net < 0 ? { title: said("now-lost", { amount: -net }), detail } : { title: said("now-even"), detail };
}

/** Whose hands are not set yet. */
function waitingFor(view: PaiGowView, felt: Felt, me: number | undefined): Said[] {
  return felt.areas
    .filter(({ number, slots, tick, wagers, caller }) => slots.length > 0 && !tick && wagers.length > 0 && caller !== undefined
      && !view.areas[number]?.asked && !view.areas[number]?.outcome)
    .map(({ caller }) => nameOf(caller ?? 0, me));
}

function phaseNow({ view, felt, me }: Scene): Omit<Now, "mine"> {
  const { phase, betting } = view.table;
  const watching = felt.seat === undefined ? said("now-watching") : undefined;
  if (phase === "shut") return { title: said("now-shut"), detail: watching };
  if (phase === "bank") {
    const to = view.bank.offer ? nameOf(view.bank.offer.player, me) : undefined;
    return { title: said("now-bank-offered"), detail: to ? said("now-bank-offered-to", { who: to }) : watching ?? said("now-bank-house") };
  }
  if (phase === "wall") {
    if (!betting) return { title: said("now-wall"), detail: watching };
    const mine = felt.areas.flatMap(({ wagers }) => wagers).filter(({ player }) => player === me);
    const total = mine.reduce((all, { amount }) => all + amount, 0);
    if (total === 0) return { title: said("now-wagers"), detail: watching ?? said("now-wagers-detail") };
    return { title: said("now-wagered", { amount: total }), detail: said("now-wagered-detail") };
  }
  if (phase === "set") {
    const who = waitingFor(view, felt, me);
    return { title: said("now-hands"), detail: who.length > 0 ? said("now-waiting", { who }) : watching ?? said("now-dealer-sets") };
  }
  return { title: said(phase === "match" ? "now-match" : "now-clear"), detail: watching };
}
