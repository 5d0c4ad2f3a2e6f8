import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const page = await (await b.newContext({ viewport: { width: 1280, height: 900 }, baseURL: "http://127.0.0.1:7812" })).newPage();
page.on("pageerror", (e) => console.log("ERR", e.stack)); page.on("console", (m) => console.log("CON", m.text()));
await page.goto("/#sign-in"); await page.getByLabel("Name", { exact: true }).fill("sue"); await page.getByLabel("Password").fill("a long password"); await page.getByRole("button", { name: "Sign in" }).click(); await page.waitForTimeout(2500);
await page.getByRole("link", { name: "Go to By hand" }).first().click(); await page.waitForTimeout(3000);
await page.getByText("More", { exact: true }).click(); await page.waitForTimeout(400);
await page.screenshot({ path: "/tmp/pics/sup.png", fullPage: true });
await b.close();
