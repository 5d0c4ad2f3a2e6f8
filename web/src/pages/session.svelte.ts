// Who this browser is to the house, for every place of the app.

import { House, Refused } from "../wire/house.ts";
import type { Info, Me } from "../wire/shapes.ts";

export const house = new House((path, options) => fetch(path, options), localStorage);

let me = $state.raw<Me>();

/** Who is signed in, if anybody. */
export const whoIsHere = (): Me | undefined => me;

/** The role's name: `supervisor` of `{"supervisor": 2}`. */
export const roleOf = (one: Me | undefined): string | undefined =>
  typeof one?.role === "object" ? Object.keys(one.role)[0] : one?.role;

/** Whether this person plays, or might: nobody yet, a guest, a player. */
export const mayPlay = (): boolean => me === undefined || ["guest", "player"].includes(roleOf(me) ?? "");

export async function whoAmI(): Promise<Me | undefined> {
  me = await house.whoAmI();
  return me;
}

export async function come(): Promise<Me> {
  me = await house.come();
  return me;
}

export async function signIn(name: string, password: string): Promise<Me> {
  me = await house.signIn(name, password);
  return me;
}

export async function changePassword(old: string, fresh: string): Promise<void> {
  await house.changePassword(old, fresh);
  me = undefined;
}

export async function signOut(): Promise<void> {
  await house.signOut();
  me = undefined;
}

export function sessionOver(): void {
  house.over();
  me = undefined;
}

export const tables = (): Promise<Info[]> => house.ask<Info[]>("GET", "/api/tables");

/** What a refusal says, or that the house is away. */
export const codeOf = (error: unknown): string => (error instanceof Refused ? error.code : "house.away");

/** Another tab has become somebody else, and so has this one. */
export function onOther(call: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => key === "houseway-came" && newValue !== String(me?.number) && call();
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}
