// Keys of the wheel's station. The layout and the race track have arrows and Enter of their own.

import { ballOf } from "../../../state/wheel/wheel.ts";
import { clock, money, t } from "../../../words/words.svelte.ts";
import type { RouletteStation } from "./roulette.svelte.ts";

interface Ways {
  next: () => void;
  all: () => void;
  log: () => void;
  type: () => void;
}

export function keysOf(table: () => RouletteStation, { next, all, log, type }: Ways): (event: KeyboardEvent) => void {
  const say = (text: string) => table().station.say(text);
  const purse = () => {
    const { purse: mine } = table();
    if (mine) say(t("wheel-say-money", { balance: money(mine.balance), staked: money(mine.staked), running: money(mine.running) }));
  };
  const time = () => {
    const { seconds, station } = table();
    say(t("say-clock", { time: clock(station.time), left: seconds === undefined ? t("time-unknown") : t("seconds-left", { n: seconds }) }));
  };
  const result = () => {
    const { lastOutcome } = table();
    say(lastOutcome ? t("wheel-say-result", { ball: ballOf(lastOutcome), spin: lastOutcome.spin }) : t("wheel-say-no-result"));
  };
  const DO: Record<string, () => void> = {
    u: () => table().undo(), x: () => table().clear(), a: () => table().repeat(), d: () => table().double(), w: type, v: next,
    m: purse, c: time, r: result, l: log, "?": all,
  };
  return (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof Element && target.closest("input, select, textarea, dialog"))) return;
    const chip = /^[1-9]$/.test(key) ? table().rack[Number(key) - 1] : undefined;
    if (chip !== undefined) return void (table().chosen = chip);
    const act = DO[key.toLowerCase()];
    if (act) {
      event.preventDefault();
      act();
    }
  };
}
