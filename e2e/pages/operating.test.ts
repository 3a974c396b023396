import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { insertRequest } from "../../apps/server/capacity/request-store.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount, newPhone } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, signIn, signInAtHome, WORDS } from "../support/visitors.ts";

const HEALTH = "/Container/Operating/Health";
const CALL = "**/api/operating/health";

afterAll(closeStore);

const newOperator = () => newAccount({ tenantKind: "platform", role: "system" });
const figure = (page: Page, key: string) => page.locator(`[data-figure="${key}"]`);
const numberIn = async (page: Page, key: string) =>
  Number(/[\d,]+/.exec((await figure(page, key).textContent()) ?? "")?.[0].replaceAll(",", ""));

async function addDeadLetter(): Promise<string> {
  const { pool } = await database();
  const to = `https://hooks.example/${Date.now()}`;
  await pool.query(
    `insert into outbox (channel, destination, subject, content, state, template, parameters, problem, attempts)
      values ('webhook', $1, 'Alarm of VAN-01', 'motor 121 °C', 'failed', 'notice', '{"text":"hot"}', 'HTTP 410', 9)`,
    [to],
  );
  return to;
}

/** What processes and workers would have written within an hour. */
async function addHour(): Promise<void> {
  const { pool } = await database();
  await pool.query(
    `insert into process_counts (slot, process, frames, refused_batches, settled_frames, answers)
      select to_timestamp(floor(extract(epoch from now()) / 60) * 60) - i * interval '1 minute', gen_random_uuid(),
        60000 + (20000 * sin(i / 5.0))::int, i % 3, 60000, '{0}' from generate_series(1, 50) as i`,
  );
  await pool.query(
    `insert into store_samples (at, server, landed_batches, landed_frames, disk_bytes, disk_free)
      select date_trunc('minute', now()) - i * interval '1 minute', server, 900 + (300 * cos(i / 7.0))::int, 0, disk_bytes,
        disk_free from generate_series(1, 50) as i, (select * from store_samples order by at desc limit 1) s
      on conflict do nothing`,
  );
}

journeys("the system console", () => {
  it("is one entry of the user menu; its figures are live and lead to what must be done [USR-08]", async () => {
    const page = await openPage({ locale: "en-US" });
    await signInAtHome(page, await newOperator());
    await page.getByRole("button", { name: WORDS["en-US"].userMenu }).click();
    expect(await page.getByRole("menuitem", { name: "Outbox" }).count()).toBe(0);
    await page.getByRole("menuitem", { name: "System console" }).click();
    await page.waitForURL(`**${HEALTH}*`);
    const entries = page.getByRole("navigation", { name: "System console" });
    await eventually(() => entries.getByRole("link").count()).toBe(11);
    expect(await entries.getByRole("link", { name: /^Health/ }).getAttribute("aria-current")).toBe("page");

    // The demo fleet sends all the time.
    await eventually(() => numberIn(page, "frames")).toBeGreaterThan(0);
    await eventually(() => figure(page, "devices").textContent()).toMatch(/[1-9]\d* of [1-9]\d*/);
    await eventually(() => figure(page, "disk").textContent()).toMatch(/\d+\s%/);
    const servers = page.getByRole("region", { name: "Frame servers" }).first();
    await servers.getByText("reachable", { exact: true }).waitFor();
    await servers.getByText("canopy_frames").waitFor();
    expect(await servers.textContent()).not.toMatch(/password|:[^/\s]*@/);

    const before = await numberIn(page, "dead");
    const to = await addDeadLetter();
    await eventually(() => numberIn(page, "dead")).toBe(before + 1);
    await eventually(() => entries.getByRole("link", { name: /Outbox/ }).textContent()).toContain(`${before + 1}`);
    const { tenantId, userId, name } = await newAccount();
    const asked = {
      tenantId,
      userId,
      userName: name,
      quota: "things_num",
      amount: 9,
      reason: "",
      contact: "",
    } as const;
    await insertRequest((await database()).db, asked);
    await eventually(() => entries.getByRole("link", { name: /Capacity requests/ }).textContent()).toMatch(
      /[1-9]\d* waiting/,
    );
    await addHour();
    for (const name of ["Frames/s, last hour", "Landed batches, last hour", "Refused batches, last hour"])
      await page.getByRole("img", { name }).waitFor();
    await expectAccessible(page);
    await screenshot(page, "health-1440-en");

    await figure(page, "dead").getByRole("link").click();
    await page.waitForURL(/Outbox\?.*state=failed/);
    await page.getByText(to).first().waitFor();
    await page.keyboard.press("k");
    await page.waitForURL("**/Operating/Providers");
    await page.keyboard.press("j");
    await page.waitForURL("**/Operating/Outbox");
    const { pool } = await database();
    await pool.query("delete from outbox where destination = $1", [to]);
  });

  it("on a phone shows the list of entries, then the page [USR-08] [NAV-07]", async () => {
    const page = await openPage({ width: 390, height: 844 });
    await signInAtHome(page, await newOperator());
    await page.getByRole("button", { name: "打开菜单" }).click();
    await page.getByRole("button", { name: "系统管理" }).click();
    await page.getByRole("heading", { name: "系统管理", level: 1 }).waitFor();
    const entries = page.getByRole("navigation", { name: "系统管理" });
    await screenshot(page, "console-390-zh-CN");
    await entries.getByRole("link", { name: /系统健康/ }).click();
    await eventually(() => figure(page, "devices").textContent()).toMatch(/\d+ \/ \d+/);
    await page.getByRole("list", { name: "帧服务器" }).waitFor();
    await expectAccessible(page);
    await screenshot(page, "health-390-zh-CN");
    await page.getByRole("button", { name: "返回" }).click();
    await entries.getByRole("link", { name: /发件箱/ }).click();
    await page.getByRole("heading", { name: "发件箱", level: 1 }).waitFor();
  });

  it("licences are allowed and required by two ticks that work at once [USR-08]", async () => {
    const { pool } = await database();
    const kept = async () => (await pool.query("select enable, required from licence_config")).rows[0];
    const before = (await kept()) ?? { enable: true, required: false };
    const page = await openPage({ locale: "en-US" });
    await signIn(page, await newOperator());
    await page.goto("/Container/Operating/Licence");
    const required = page.getByRole("checkbox", { name: "A new device needs a licence" });
    await eventually(() => required.isChecked()).toBe(before.required);
    await expectAccessible(page);
    await screenshot(page, "licence-1440-en");
    // Other journeys add devices without a licence: the other tick is changed.
    const enable = page.getByRole("checkbox", { name: "Managers issue licences" });
    await enable.click();
    await eventually(async () => (await kept())?.enable).toBe(!before.enable);
    await enable.click();
    await eventually(async () => (await kept())?.enable).toBe(before.enable);
  });

  it("a merchant's manager finds its own owners at the same address, and nobody else's [USR-01] [USR-08]", async () => {
    const merchant = await newAccount({ tenantKind: "merchant" });
    const [own, foreign] = [await newAccount({ phone: newPhone() }), await newAccount()];
    const { pool } = await database();
    await pool.query("update tenants set merchant_id = $1, organization_name = '青冠' where id = $2", [
      merchant.tenantId,
      own.tenantId,
    ]);
    await registerDevice(own.tenantId, { name: "EV-01" });
    const page = await openPage({ locale: "en-US" });
    await signIn(page, merchant);
    await page.goto("/Container/UserManager/PersonalCenter");
    await page.getByRole("link", { name: "Owners", exact: true }).click();
    await page.waitForURL("**/Operating/Tenants");
    await page.getByRole("heading", { name: "Owners", level: 1 }).waitFor();
    const row = page.getByRole("row").filter({ hasText: "青冠" });
    await eventually(() => row.textContent()).toMatch(new RegExp(`${own.name}.*1`, "s"));
    expect(await page.getByText(foreign.name).count()).toBe(0);
    expect(await page.getByRole("row").count()).toBe(2);
    await expectAccessible(page);
    await screenshot(page, "owners-1440-en");
    await page.goto("/Container/Operating/Registrations");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("navigation", { name: "System console" }).count()).toBe(0);
  });

  it("asks only while the page is visible [USR-08]", async () => {
    const page = await openPage({ locale: "en-US" });
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/operating/health")) asked += 1;
    });
    await signIn(page, await newOperator());
    await page.clock.install();
    await page.goto(HEALTH);
    await figure(page, "frames").waitFor();
    const shown = asked;
    await page.clock.fastForward(6000);
    await eventually(() => asked).toBeGreaterThan(shown);
    await setVisible(page, "hidden");
    const hidden = asked;
    for (let i = 0; i < 5; i += 1) await page.clock.fastForward(6000);
    await nextFrameOfServer(page);
    expect(asked).toBe(hidden);
    await setVisible(page, "visible");
    await eventually(() => asked).toBeGreaterThan(hidden);
  });

  it("says what failed and tries again; later keeps what it knew [USR-08]", async () => {
    const page = await openPage({ locale: "en-US", allow: [/503/] });
    let isAway = true;
    await page.route(CALL, (route) => {
      if (!isAway) return route.continue();
      return route.fulfill({ status: 503, json: { code: "platform.unavailable", message: "away" } });
    });
    await signIn(page, await newOperator());
    await page.goto(HEALTH);
    await page.getByText("The health of the system cannot be read").waitFor();
    isAway = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await figure(page, "frames").waitFor();
    isAway = true;
    await page.getByText("no longer updated: away").waitFor();
    expect(await figure(page, "frames").count()).toBe(1);
  });

  it("shows a manager of a tenant nothing [USR-08]", async () => {
    const page = await openPage({ locale: "en-US" });
    await signIn(page, await newAccount());
    await page.goto(HEALTH);
    await page.getByText("The health of the system cannot be read").waitFor();
    expect(await figure(page, "frames").count()).toBe(0);
  });
});

/** As the browser does when its tab is left. */
async function setVisible(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

/** A call that was made has reached the listener. */
async function nextFrameOfServer(page: Page): Promise<void> {
  await page.evaluate(() => fetch("/healthz"));
}
