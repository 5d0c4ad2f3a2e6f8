import { chromium } from "playwright-core";
const [code, book = "star-2016"] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const open = async (n) => { const page = await (await b.newContext({ viewport: { width: 1280, height: 900 }, baseURL: "http://127.0.0.1:7812" })).newPage();
 page.on("pageerror", (e) => console.log(n, "ERR", e.message, e.stack)); page.on("console", (m) => m.type() === "error" && console.log(n, "CON", m.text())); return page; };
const signIn = async (page, name) => { await page.waitForTimeout(1100); await page.goto("/#sign-in"); await page.getByLabel("Name", { exact: true }).fill(name); await page.getByLabel("Password").fill("a long password"); await page.getByRole("button", { name: "Sign in" }).click(); await page.locator("#me").getByText(name).waitFor({ timeout: 5000 }).catch(async () => console.log(await page.getByRole("alert").textContent())); };
const admin = await open("admin");
if (code !== "-") {
await admin.goto("/#set-up"); await admin.getByLabel("Set-up code").fill(code); await admin.getByLabel("Name", { exact: true }).fill("ada"); await admin.getByLabel("Password").fill("a long password"); await admin.getByRole("button", { name: "Set up" }).click();
await admin.getByRole("heading", { name: "Office" }).waitFor();
for (const [name, role] of [["dora", "dealer"], ["sue", "supervisor"], ["pat", "player"], ["quin", "player"]]) {
  const f = admin.getByRole("form", { name: "Add somebody" }); await f.getByLabel("Name", { exact: true }).fill(name); await f.getByLabel("First password").fill("a long password"); await f.getByLabel("Role").selectOption(role); await f.getByLabel(/Rank/).fill("1"); await f.getByRole("button", { name: "Add" }).click(); await admin.getByRole("cell", { name, exact: true }).waitFor({ timeout: 5000 }).catch(async () => console.log(await admin.getByRole("alert").textContent())); }
} else await signIn(admin, "ada");
await admin.goto("/#office");
const id = `hand-${Date.now() % 100000}`;
const f = admin.getByRole("form", { name: "Open a table" }); await f.getByLabel("Short name").fill(id); await f.getByLabel("Name", { exact: true }).fill("By hand"); await f.getByLabel("Book").fill(book); await f.getByRole("button", { name: "Open" }).click(); await admin.waitForTimeout(500);
console.log("said", await admin.locator("#said").textContent(), await admin.getByRole("alert").textContent());
await admin.screenshot({ path: "/tmp/pics/office.png", fullPage: true });
const dealer = await open("dealer"); await signIn(dealer, "dora"); await dealer.goto(`/#table/${id}`); await dealer.waitForTimeout(800);
const sup = await open("sup"); await signIn(sup, "sue"); await sup.goto(`/#table/${id}`); await sup.waitForTimeout(500);
const pat = await open("pat"); await signIn(pat, "pat"); await pat.goto(`/#table/${id}`); await pat.waitForTimeout(500);
const acts = async (p) => (await p.locator(".acts .front button").evaluateAll((x) => x.map((e) => e.getAttribute("aria-label") ?? e.textContent)));
console.log("pat hint", await pat.locator(".acts").textContent());
let played = false;
for (let i = 0; i < 60; i++) {
  const d = await acts(dealer), s = await acts(sup), p = await acts(pat);
  console.log(i, await dealer.locator(".phase").textContent(), "| D", d.join(" / "), "| S", s.join(" / "), "| P", p.join(" / "), "|", await dealer.getByRole("alert").textContent());
  const click = async (page, name) => { await page.locator(".acts .front").getByRole("button", { name, exact: true }).first().click({ timeout: 3000 }); await page.waitForTimeout(250); };
  if (i === 22) { console.log("MORE", await dealer.locator(".more").textContent(), await sup.locator(".more").textContent()); console.log(await dealer.locator(".notes").innerText());  await dealer.screenshot({ path: "/tmp/pics/dealer.png", fullPage: true }); }
  const has = (list, re) => list.find((x) => re.test(x));
  if (!played && has(d, /^Buy in/) && /bank|Not open/i.test(await dealer.locator(".phase").textContent()) && i > 3) { const number = (await pat.locator(".acts").textContent()).match(/number (\d+)/)?.[1]; if (number) { const bf = dealer.getByRole("form", { name: "Buy in" }); await bf.getByLabel(/^player/).fill(number).catch((e) => console.log(e.message)); await bf.getByLabel(/amount/).fill("500"); await bf.getByRole("button", { name: "Buy in" }).click(); await dealer.waitForTimeout(300); console.log(await dealer.getByRole("alert").textContent()); played = true; continue; } }
  const sit = has(p, /^Sit/); if (sit && played) { await pat.locator(".acts .front select").selectOption({ label: "area 3" });  await pat.locator(".acts .front").getByRole("button", { name: sit }).first().click().catch(() => {}); await pat.waitForTimeout(300); console.log("sit", await pat.getByRole("alert").textContent()); }
  if (has(p, /^Bet/)) { await click(pat, "Bet"); console.log("bet", await pat.locator("#said").textContent(), await pat.getByRole("alert").textContent()); }
  const look = has(await acts(pat), /^Look/); if (look) { await click(pat, look); }
  const hw = has(await acts(pat), /^Ask house way/); if (hw) { await click(pat, hw); }
  const sc = has(await acts(sup), /^(Check tiles|Check house way)/); if (sc) { await click(sup, sc); }
  const next = [/^Lay out tiles/, /^Open table/, /^Offer bank/, /^Decline bank/, /^Shuffle/, /^Close bets/, /^Shake/, /^Show dice/, /^Name cut/, /^Decline cut/, /^Deal/, /^Lift chung/, /^Set house way/, /^Show bank/, /^Open hand/, /^Pay/, /^Finish round/].map((re) => has(d, re)).find(Boolean);
  if (next && (played || !/Offer/.test(next))) { if (/Close|Shake/.test(next) && !(await pat.locator(".wagers .mine").count())) continue; await click(dealer, next); console.log("   ->", next, await dealer.getByRole("alert").textContent()); }
  if (await pat.locator(".result").count()) { console.log("RESULT", await pat.locator(".result").textContent()); if (/Finish/.test(next ?? "")) break; }
}
await dealer.screenshot({ path: "/tmp/pics/dealer2.png", fullPage: true });
await b.close();
