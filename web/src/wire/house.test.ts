import { expect, test } from "vitest";
import { House, Refused } from "./house.ts";

function scene(...answers: [number, unknown][]) {
  const asked: { path: string; headers: Record<string, string>; method: string }[] = [];
  const kept = new Map<string, string>();
  const send = (path: string, options: { method: string; headers: Record<string, string> }) => {
    asked.push({ path, headers: options.headers, method: options.method });
    const next = answers.shift();
    if (!next) return Promise.reject(new Error("away"));
    const [status, body] = next;
    return Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status }));
  };
  const keeps = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  return { house: new House(send as unknown as typeof fetch, keeps), asked, kept };
}

const GUEST = { number: 1_000_000, name: "guest 1", role: "guest", csrf: "c5" };

test("a browser that was nobody asks nothing", async () => {
  const { house, asked } = scene();
  expect(await house.whoAmI()).toBeUndefined();
  expect(asked).toEqual([]);
});

test("whoever came as a guest is one, and every request has the second token", async () => {
  const { house, asked } = scene([200, GUEST], [200, {}]);
  await house.come();
  await house.ask("POST", "/api/tables/t/leave");
  expect(asked[1]?.headers["x-houseway-csrf"]).toBe("c5");
});

test("a refusal is thrown with its code and clauses", async () => {
  const { house } = scene([409, { code: "seat.taken", message: "seat 3 is taken", clauses: ["star-2016 3.3.2"] }]);
  const refused = await house.ask("POST", "/api/tables/t/join").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ code: "seat.taken", clauses: ["star-2016 3.3.2"] });
});

test("a house that does not answer is away", async () => {
  const { house } = scene();
  await expect(house.ask("GET", "/api/tables")).rejects.toMatchObject({ code: "house.away" });
});

test("a session that is over makes the browser nobody", async () => {
  const { house, kept } = scene([200, GUEST], [401, { code: "session.over", message: "sign in again" }]);
  await house.come();
  await house.ask("GET", "/api/me").catch(() => undefined);
  expect(house.me).toBeUndefined();
  expect(kept.size).toBe(0);
});

test("202 is not done yet", async () => {
  const { house } = scene([202, { code: "approval.waits", message: "a second person has to say yes" }]);
  await expect(house.ask("POST", "/api/tables/t/commands", {})).rejects.toMatchObject({ code: "approval.waits" });
});
