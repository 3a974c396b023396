import { readFileSync } from "node:fs";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { deviceIdOf } from "@canopy/contract/devices/device-id";
import { parseCsv } from "@canopy/contract/platform/csv";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { type Fleet, startFleet } from "../../apps/simulator/fleet.ts";
import { en as guideEn } from "../../apps/web/app/texts.en.ts";
import { zh as guideZh } from "../../apps/web/app/texts.zh.ts";
import { en } from "../../apps/web/devices/fleet/list-texts.en.ts";
import { zh } from "../../apps/web/devices/fleet/list-texts.zh.ts";
import { baseUrl, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { atRest, eventually, type Locale, lookOf, nextFrame, signInAtHome } from "../support/visitors.ts";
import { seedFleet } from "./home-fleet.ts";

const TEXTS: Record<Locale, Readonly<Record<string, string>>> = {
  "zh-CN": { ...guideZh, ...zh },
  "en-US": { ...guideEn, ...en },
};
const HOME = "/Container/HomePage";
/** A machine that has other work takes its time. */
const SLOW = { timeout: 180_000 * PATIENCE };

let serial = 0;
const newId = () => {
  serial += 1;
  const now = Date.now();
  return deviceIdOf([7, (now >> 16) & 255, (now >> 8) & 255, now & 255, serial >> 8, serial & 255, 1, 2, 3]);
};

/** A manager of a tenant of its own, without a limit. */
async function newTenant(page: Page) {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  await signInAtHome(page, account);
  return account;
}

async function addDevices(tenantId: string, names: readonly string[]): Promise<string[]> {
  const { pool } = await database();
  const ids: string[] = [];
  for (const name of names) {
    const id = newId();
    const { rows } = await pool.query(
      `with n as (insert into bindings (tenant_id, third_things_id) values ($1, $2) returning *)
       insert into things (tenant_id, binding, third_things_id, name, key_hash, class)
       select tenant_id, number, third_things_id, $3, '', 'ordinary' from n returning id`,
      [tenantId, id, name],
    );
    ids.push(rows[0].id);
  }
  return ids;
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFileSync(await file.path(), "utf8");
}

/** What has the keyboard, by its name; nothing where that is the page. */
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement === document.body ? "" : document.activeElement?.ariaLabel));

/** The list has come to rest, and its rows stand in the document as they stand on the screen. */
async function rowsInOrder(page: Page): Promise<boolean> {
  const after = await atRest(
    () =>
      page
        .locator("tbody tr[aria-rowindex]")
        .evaluateAll((rows) =>
          rows.map((row) => [Number(row.getAttribute("aria-rowindex")), Math.round(row.getBoundingClientRect().top)]),
        ),
    300,
  );
  const isInOrder = after.every(
    (place, i) => i === 0 || [0, 1].every((of) => (place[of] ?? 0) > (after[i - 1]?.[of] ?? 0)),
  );
  return after.length > 5 && isInOrder;
}

/** What a row says of its device, and the four states of a card. */
async function everyColumn(page: Page, t: Readonly<Record<string, string>>): Promise<void> {
  const truck = rowOf(page, "重卡 07 牵引车");
  expect(await truck.getByTitle(/^[0-9A-F]{20}$/).count()).toBe(1);
  for (const word of ["J1939 网关", t["devices.form.gateway"], "干线物流"]) {
    expect(await truck.textContent()).toContain(word);
  }
  expect(await truck.textContent()).toMatch(/4\.\d\d\.\d\d/);
  expect(await rowOf(page, "电动物流车 01").textContent()).toContain(t["devices.form.ordinary"]);
  const table = await page.getByRole("table").textContent();
  for (const state of ["not_inserted", "recording", "not_recording", "unsupported"]) {
    expect(table).toContain(t[`devices.sd.${state}`]);
  }
  // Favourites first: three of them stand above all others.
  const stars = page.getByRole("row").getByRole("button", { pressed: true });
  expect(await stars.count()).toBe(3);
  for (const n of [1, 2, 3])
    expect(await page.getByRole("row").nth(n).getByRole("button", { pressed: true }).count()).toBe(1);
}

journeys("the home page", () => {
  let shared: { name: string };
  let fleet: Fleet | undefined;
  beforeAll(async () => {
    const account = await newAccount();
    shared = account;
    const devices = await seedFleet((await database()).db, account);
    const { mqtt_port: port } = await connectInfo(account.name);
    fleet = startFleet({ url: `mqtt://127.0.0.1:${port}`, devices, log: () => undefined });
  });
  afterAll(async () => {
    await fleet?.stop();
    await closeStore();
  });

  /** Where terminals connect, asked as a page asks. */
  async function connectInfo(name: string): Promise<{ mqtt_port: number }> {
    const { pool } = await database();
    const { rows } = await pool.query("select id, tenant_id from users where name = $1", [name]);
    const { makeAccessToken } = await import("../../apps/server/accounts/access-tokens.ts");
    const wanted = { tenantId: rows[0].tenant_id, userId: rows[0].id, name: "e2e", scope: "read" } as const;
    const { token } = await makeAccessToken((await database()).db, { ...wanted, devices: null, expiresDays: 1 });
    const answer = await fetch(`${baseUrl}/api/things/connect`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as { mqtt_port: number };
  }

  it.each(lookOf("en-US", 1440))("shows the fleet live [DEV-01]", SLOW, async ({ locale, width }) => {
    const t = TEXTS[locale];
    const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
    await signInAtHome(page, shared);
    await page.getByRole("link", { name: "电动物流车 01" }).waitFor();
    // Without a reload: the load, the line and the frames a second of a vehicle that drives.
    const live = page.locator("[data-online='1'] [data-channel='0']").first();
    await expect
      .poll(() => live.locator("[data-live='rate']").textContent(), { timeout: 60_000 * PATIENCE })
      .toMatch(/^[1-9][\d,]*$/);
    await eventually(() => live.locator("[data-live='line']").getAttribute("points")).toMatch(/^\d/);
    expect(await live.locator("[data-live='load']").textContent()).toMatch(/%$/);
    await page
      .getByText(t["devices.list.away"] ?? "")
      .filter({ visible: true })
      .first()
      .waitFor();
    // A name is text, whatever it holds.
    await page.getByRole("link", { name: "🚚 شاحنة <b>طويل</b>" }).waitFor();
    expect(await live.getAttribute("title")).toContain((t["devices.list.channelSeen"] ?? "").replace("{time}", ""));
    await eventually(() => page.locator("[data-online='0']").count()).toBeGreaterThan(0);
    if (width > 390) await everyColumn(page, t);
    await expectAccessible(page);
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(await sideways()).toBe(false);
    await screenshot(page, `home-${width}-${locale}`);
  });

  it.each(lookOf("zh-CN", 390))("guides to the first device [DEV-01]", SLOW, async ({ locale, width }) => {
    const t = TEXTS[locale];
    const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
    await newTenant(page);
    await page.getByRole("heading", { name: t["app.home.title"] ?? "" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: t["app.home.agentMake"] ?? "" }).click();
    await page.getByRole("button", { name: t["app.home.agentCopy"] ?? "" }).waitFor();
    await page.getByText(/•/).waitFor({ state: "detached" });
    await expectAccessible(page);
    await screenshot(page, `home-guide-${width}-${locale}`);
  });

  it(
    "the agent's line works as it stands: the first frame is shown and the guide becomes the list [DEV-01]",
    SLOW,
    async () => {
      const page = await openPage();
      await newTenant(page);
      await page.getByRole("button", { name: guideZh["app.home.agentMake"] }).click();
      const command = page.locator("pre").filter({ hasText: "canopy agent" });
      await eventually(() => command.textContent()).toMatch(/--device [0-9A-F]{20}/);
      const text = (await command.textContent()) ?? "";
      const [, key = ""] = /echo (\S+) >/.exec(text) ?? [];
      const [, url = ""] = /--url (\S+)/.exec(text) ?? [];
      const [, id = ""] = /--device (\S+)/.exec(text) ?? [];
      const terminal = startFleet({ url, devices: [{ id, key, vehicle: "ev" }], log: () => undefined });
      try {
        await page.getByText(/已收到 .* 的第一帧/).waitFor({ timeout: 90_000 * PATIENCE });
        expect(await page.locator("code").last().textContent()).toMatch(
          /^(CAN|LIN|DI)\d+ {2}0x[0-9A-F]{3,8} {2}\[\d+\]/,
        );
        await page.getByRole("link", { name: `Linux 代理 ${id.slice(-4)}` }).waitFor({ timeout: 30_000 * PATIENCE });
      } finally {
        await terminal.stop();
      }
    },
  );

  it(
    "a simulated vehicle starts with one press, and ends when it is deleted by its ID [DEV-01] [DEV-02]",
    SLOW,
    async () => {
      const page = await openPage();
      const { tenantId } = await newTenant(page);
      await page.getByRole("button", { name: guideZh["app.home.simulatedStart"] }).click();
      await page.getByText(/模拟电动车.*第一帧/).waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByText(/已收到 模拟电动车 的第一帧/).waitFor({ timeout: 90_000 * PATIENCE });
      await page.getByRole("button", { name: guideZh["app.home.toList"] }).last().click();
      await page.getByRole("button", { name: "模拟电动车 的更多操作" }).click();
      await page.getByRole("menuitem", { name: zh["devices.act.delete"] }).click();
      const dialog = page.getByRole("dialog");
      const word = /[0-9A-F]{20}/.exec((await dialog.textContent()) ?? "")?.[0] ?? "";
      await dialog.getByRole("textbox").fill("not it");
      await dialog.getByRole("button", { name: zh["devices.act.delete"] }).click();
      await dialog.getByText(`与 ${word} 不一致`).or(dialog.locator("[aria-invalid='true']")).first().waitFor();
      await dialog.getByRole("textbox").fill(word);
      await dialog.getByRole("button", { name: zh["devices.act.delete"] }).click();
      await page.getByRole("heading", { name: guideZh["app.home.title"] }).waitFor();
      const left = await (await database()).pool.query("select name from things where tenant_id = $1", [tenantId]);
      expect(left.rows).toEqual([]);
    },
  );

  it("a device is added, changed and starred; every wrong field says why [DEV-02]", SLOW, async () => {
    const page = await openPage();
    const { tenantId } = await newTenant(page);
    const [known = ""] = await addDevices(tenantId, ["第一台"]);
    await page.reload();
    await page.getByRole("button", { name: zh["devices.act.add"] }).click();
    await page.getByRole("menuitem", { name: zh["devices.act.addById"] }).click();
    const form = page.getByRole("dialog");
    const name = form.getByRole("textbox", { name: zh["devices.form.name"] });
    const id = form.getByRole("textbox", { name: zh["devices.form.id"] });
    const submit = form.getByRole("button", { name: zh["devices.form.add"] });
    await submit.click();
    await form.getByText("名称为 1-64 个字符").waitFor();
    await form.getByText("设备 ID 为 20 位十六进制字符").waitFor();
    await name.fill("n".repeat(65));
    await id.fill(newId().toLowerCase());
    await form.getByText("名称为 1-64 个字符").waitFor();
    await form.getByText("设备 ID 为 20 位十六进制字符").waitFor();
    await id.fill("2E010203040506070809");
    await form.getByText("无效设备").waitFor();
    await form.getByRole("textbox", { name: zh["devices.form.description"] }).fill("a b");
    await form.getByText("描述由中文、字母、数字、连字符和下划线组成").waitFor();
    await form.getByRole("textbox", { name: zh["devices.form.description"] }).fill("台架_2-电驱");
    await name.fill("🚚 <img src=x onerror=alert(1)>");
    const { pool } = await database();
    const taken = (await pool.query("select third_things_id as id from things where id = $1", [known])).rows[0].id;
    await id.fill(taken);
    await submit.click();
    await form.getByText("设备 ID 重复绑定").waitFor();
    await expectAccessible(page);
    await screenshot(page, "home-add-1440-zh-CN");
    await id.fill(newId());
    await submit.click();
    await page.getByRole("dialog", { name: zh["devices.key.title"] }).waitFor();
    expect(await page.getByRole("textbox", { name: zh["devices.key.key"] }).inputValue()).toMatch(/^\S{20,}$/);
    await page.getByRole("button", { name: zh["devices.key.done"] }).click();
    const row = rowOf(page, "<img src=x");
    await row.waitFor();
    await row.getByRole("button", { name: /^收藏/ }).click();
    await eventually(() => page.getByRole("row").nth(1).textContent()).toContain("<img src=x");
    await row.getByRole("button", { name: /更多操作/ }).click();
    await page.getByRole("menuitem", { name: zh["devices.act.edit"] }).click();
    await name.waitFor();
    expect(await id.getAttribute("readonly")).not.toBeNull();
    await name.fill("改名后");
    await form.getByRole("button", { name: zh["devices.form.save"] }).click();
    await page.getByText(zh["devices.form.saved"].replace("{name}", "改名后")).first().waitFor();
    await rowOf(page, "改名后").waitFor();
    await page.reload();
    await eventually(() => page.getByRole("row").nth(1).textContent()).toContain("改名后");
  });

  it(
    "search, filters, order and groups stand in the address and survive a reload [DEV-01] [NAV-06]",
    SLOW,
    async () => {
      const page = await openPage();
      await signInAtHome(page, shared);
      await page.getByRole("searchbox").fill("公交");
      await page.waitForURL(/keyword=/);
      await eventually(() => page.getByRole("row").count()).toBe(1 + 2);
      await page.reload();
      await eventually(() => page.getByRole("row").count()).toBe(1 + 2);
      await page.getByRole("searchbox").fill("");
      await page.getByLabel(zh["devices.list.allTypes"]).selectOption({ label: "J1939 网关" });
      await page.waitForURL(/type=/);
      await eventually(() => page.getByRole("row").count()).toBe(1 + 1);
      await page.goto(`${HOME}?by=label&sort=-name`);
      await page.getByRole("rowheader", { name: /实验室/ }).waitFor();
      await expectAccessible(page);
      await screenshot(page, "home-by-label-1440-zh-CN");
      await page.goto(`${HOME}?favourite=1`);
      await eventually(() => page.getByRole("row").count()).toBe(1 + 3);
      await page.goto(`${HOME}?keyword=nothing-has-this`);
      await page.getByRole("button", { name: "清除筛选" }).click();
      await page.waitForURL(/HomePage$/);
      await page.getByRole("link", { name: "电动物流车 01" }).click();
      await page.waitForURL(/DeviceDetails\?id=/);
    },
  );

  it(
    "many devices at once: labels, groups, favourites, export, deletion by their number [DEV-01] [DEV-09]",
    SLOW,
    async () => {
      const page = await openPage();
      const { tenantId } = await newTenant(page);
      await addDevices(tenantId, ["甲", "乙", "丙"]);
      await page.reload();
      for (const name of ["甲", "乙"]) await page.getByRole("checkbox", { name: `选择 ${name}` }).check();
      const bar = page.getByRole("region", { name: /已选/ });
      await bar.getByRole("button", { name: zh["devices.act.setLabels"] }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").fill("北区 🚚");
      await dialog.getByRole("button", { name: zh["devices.names.create"] }).click();
      await dialog.getByRole("checkbox", { name: "北区 🚚" }).waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: zh["devices.names.save"] }).click();
      await eventually(() => rowOf(page, "甲").textContent()).toContain("北区 🚚");
      expect(await rowOf(page, "丙").textContent()).not.toContain("北区");
      await bar.getByRole("button", { name: zh["devices.act.favourite"], exact: true }).click();
      await eventually(() => page.getByRole("button", { name: "收藏 乙" }).getAttribute("aria-pressed")).toBe("true");
      const csv = await saved(page, () => bar.getByRole("button", { name: zh["devices.act.export"] }).click());
      expect(parseCsv(csv)?.map(({ cells }) => cells[0])).toEqual(["name", expect.any(String), expect.any(String)]);
      expect(csv).toContain("北区 🚚");
      await bar.getByRole("button", { name: zh["devices.act.delete"] }).click();
      await dialog.getByRole("textbox").fill("2");
      await dialog.getByRole("button", { name: zh["devices.act.delete"] }).click();
      await eventually(() => page.getByRole("row").count()).toBe(1 + 1);
    },
  );

  it(
    "a CSV with errors: every wrong row by its line before anything is sent, a report with the keys [DEV-02]",
    SLOW,
    async () => {
      const page = await openPage();
      await newTenant(page);
      await page.getByRole("button", { name: guideZh["app.home.import"] }).click();
      const dialog = page.getByRole("dialog");
      const template = await saved(page, () =>
        dialog.getByRole("button", { name: zh["devices.import.template"] }).click(),
      );
      expect(parseCsv(template)?.[0]?.cells.slice(0, 2)).toEqual(["name", "third_things_id"]);
      const lines = Array.from({ length: 1200 }, (_, n) =>
        n % 100 === 0 ? `坏行 ${n},2E010203040506070809,` : `车 ${n},${newId()},车队 ${n % 3}`,
      );
      const upload = (text: string) =>
        dialog
          .locator("input[type=file]")
          .setInputFiles({ name: "d.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await upload("name,colour\nx,y");
      await dialog.getByText("列名“colour”不认识或重复").waitFor();
      await upload(`name,third_things_id,labels\n${lines.join("\n")}`);
      await dialog.getByRole("button", { name: "导入 1188 行" }).waitFor();
      expect(await dialog.getByRole("row").count()).toBe(1 + 12);
      await dialog.getByRole("cell", { name: "2", exact: true }).waitFor();
      await expectAccessible(page);
      await screenshot(page, "home-import-1440-zh-CN");
      await dialog.getByRole("button", { name: "导入 1188 行" }).click();
      await dialog.getByText(zh["devices.import.reportNote"]).waitFor({ timeout: 150_000 * PATIENCE });
      const report = await saved(page, () => dialog.getByRole("button", { name: zh["devices.import.report"] }).click());
      const rows = parseCsv(report) ?? [];
      expect(rows).toHaveLength(1 + 1200);
      expect(rows[1]?.cells).toEqual(["2", "2E010203040506070809", "未添加", "", "无效设备"]);
      expect(rows[2]?.cells[3]).toMatch(/^\S{20,}$/);
      await dialog.getByRole("button", { name: zh["devices.import.done"] }).click();
      await page.getByText("已显示全部 1,188 台").waitFor();
      // One list without pages, of which only what is in sight is drawn.
      const drawn = await page.getByRole("row").count();
      expect(drawn).toBeGreaterThan(5);
      expect(drawn).toBeLessThan(80);
      const last = page.locator(`[aria-rowindex="${1 + 1188}"]`);
      await page.getByRole("row").nth(3).hover();
      await eventually(async () => {
        await page.mouse.wheel(0, 100_000);
        return last.count();
      }).toBe(1);
    },
  );

  it(
    "a row that scrolls by takes neither focus nor menu to another device, and at rest rows are read in order [DEV-01]",
    SLOW,
    async () => {
      const page = await openPage();
      const { tenantId } = await newTenant(page);
      await addDevices(
        tenantId,
        Array.from({ length: 300 }, (_, n) => `车 ${String(n).padStart(3, "0")}`),
      );
      await page.goto(`${HOME}?sort=name`);
      await rowOf(page, "车 000").waitFor();
      const scroll = async (...steps: number[]) => {
        // Beside a menu, which would keep the wheel for itself.
        await page.mouse.move(400, 600);
        for (const px of steps) await page.mouse.wheel(0, px);
        await eventually(() => rowsInOrder(page)).toBe(true);
      };
      const stars = page.getByRole("row").getByRole("button", { name: /^收藏 / });

      // A row that stays on the screen keeps the focus, whichever way the list goes.
      await page.getByRole("button", { name: "收藏 车 010" }).focus();
      for (const px of [240, 160, -200, -120]) {
        await scroll(px);
        expect(await focused(page)).toBe("收藏 车 010");
      }
      // The Tab key goes from row to row as they stand.
      for (const name of ["车 010", "车 011", "车 012"]) {
        await eventually(async () => {
          if ((await focused(page)) !== `收藏 ${name}`) await page.keyboard.press("Tab");
          return focused(page);
        }).toBe(`收藏 ${name}`);
      }

      // One that leaves loses it: no key reaches the device that its element went to.
      await scroll(4000);
      expect(await rowOf(page, "车 012").count()).toBe(0);
      expect(await focused(page)).toBe("");
      const calls: string[] = [];
      page.on("request", (request) => calls.push(`${request.method()} ${request.url()}`));
      await page.keyboard.press("Enter");
      await page.keyboard.press("Space");
      await nextFrame(page);
      expect(calls.filter((call) => !call.startsWith("GET"))).toEqual([]);
      expect(await stars.and(page.locator("[aria-pressed='true']")).count()).toBe(0);
      expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
      const kept = "select 1 from favourite_things where tenant_id = $1";
      expect((await (await database()).pool.query(kept, [tenantId])).rows).toEqual([]);

      // An open menu is of its device: it stays with it, and goes with it.
      const name = (await stars.nth(8).getAttribute("aria-label"))?.replace("收藏 ", "") ?? "";
      await page.getByRole("button", { name: `${name} 的更多操作` }).click();
      const menu = page.getByRole("menu");
      await menu.waitFor();
      expect(await menu.getAttribute("aria-label")).toContain(name);
      for (const px of [96, -144]) {
        await scroll(px);
        expect(await menu.getAttribute("aria-label")).toContain(name);
      }
      // The Tab key leaves it, to what stands behind its button.
      await page.keyboard.press("Tab");
      await eventually(() => menu.count()).toBe(0);
      expect(await focused(page)).toMatch(/^选择 /);
      // A click at once would be the end of a press that closed it.
      await eventually(async () => {
        if ((await menu.count()) === 0) await page.getByRole("button", { name: `${name} 的更多操作` }).click();
        return menu.count();
      }).toBe(1);
      await scroll(-4000);
      await eventually(() => menu.count()).toBe(0);
      expect(await page.locator("[aria-expanded='true'][aria-haspopup='menu']").count()).toBe(0);
      expect(await focused(page)).toBe("");

      // Far and back, quickly: still in order, and nothing is open.
      await scroll(9000, -3000, 5000, -20_000);
      await rowOf(page, "车 000").waitFor();
      expect(await menu.count()).toBe(0);
      await expectAccessible(page);
    },
  );

  it(
    "a device that was deleted meanwhile is said, and the list is true again; one that fails says so [DEV-02] [DEV-10]",
    SLOW,
    async () => {
      const page = await openPage();
      const { tenantId } = await newTenant(page);
      const [gone = ""] = await addDevices(tenantId, ["将消失", "留下"]);
      await page.reload();
      await rowOf(page, "将消失").waitFor();
      const { pool } = await database();
      await pool.query("delete from things where id = $1", [gone]);
      await page.getByRole("button", { name: "收藏 将消失" }).click();
      await page.getByText(zh["devices.list.gone"]).first().waitFor();
      await eventually(() => rowOf(page, "将消失").count()).toBe(0);
      await rowOf(page, "留下").waitFor();
      // A list that does not come says so, and comes when it is asked for again.
      const refuse = { status: 400, contentType: "application/json", body: '{"code":"x","message":"x"}' };
      await page.route(/\/api\/things\/overview/, (route) => route.fulfill(refuse));
      await page.reload();
      await page.getByText("获取设备列表失败").waitFor();
      await page.unroute(/\/api\/things\/overview/);
      await page.getByRole("button", { name: "重试" }).click();
      await rowOf(page, "留下").waitFor();
    },
  );
});
