import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { packageContent } from "@canopy/contract/capacity/package";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { en as helpEn } from "../../apps/web/app/help/texts.en.ts";
import { zh as helpZh } from "../../apps/web/app/help/texts.zh.ts";
import { en } from "../../apps/web/app/texts.en.ts";
import { zh } from "../../apps/web/app/texts.zh.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, type Locale, looksOf, signIn } from "../support/visitors.ts";

const LOOKS = looksOf(["zh-CN", 1440], ["en-US", 390]);
const TEXTS = { "zh-CN": { ...zh, ...helpZh }, "en-US": { ...en, ...helpEn } };
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).first();
const languageOf = (locale: Locale) => (locale === "zh-CN" ? "zh" : "en");

/** Beside the page, or on a phone behind ☰. */
async function openContents(page: Page, width: number, name: string): Promise<void> {
  if (width < 768) await page.getByRole("button", { name }).click();
}

journeys("the help", () => {
  afterAll(closeStore);

  it.each(LOOKS)(
    "needs no token, and search finds a page, a word and an error ($locale, $width px) [NAV-11]",
    async (look) => {
      const { locale, width } = look;
      const t = TEXTS[locale];
      const page = await openPage({ locale, width });
      await page.goto("/doc?type=nonsense&page=Login");
      await heading(page, t["app.page.login"]).waitFor();
      await page.getByRole("banner").getByRole("link", { name: t["app.help.signIn"], exact: true }).waitFor();

      const search = page.getByRole("searchbox", { name: t["app.help.search"] });
      await search.fill("10024");
      const hit = page.getByRole("link", { name: "iot-control.10024" });
      await hit.first().waitFor();
      await expectAccessible(page);
      await screenshot(page, `help-search-${width}-${locale}`);
      await hit.first().click();
      await page.waitForURL(/page=errors#error-iot-control\.10024$/);
      const paragraph = page.locator("[id='error-iot-control.10024']");
      await eventually(() => paragraph.textContent()).toContain(
        locale === "zh-CN" ? "30 分钟内禁止登录" : "prohibited for 30 minutes",
      );
      await eventually(() => paragraph.evaluate((node) => node.getBoundingClientRect().top < innerHeight)).toBe(true);

      await search.fill(t["app.page.cars"]);
      await page.getByRole("main").getByRole("link", { name: t["app.page.cars"], exact: true }).first().click();
      await heading(page, t["app.page.cars"]).waitFor();
      await search.fill("qwertz-no-such");
      await page.getByText(t["app.help.nothing"]).waitFor();
      await search.fill("");
      await openContents(page, width, t["app.help.contents"]);
      const contents = page.getByRole("navigation", { name: t["app.help.contents"] }).filter({ visible: true });
      await contents.getByRole("link", { name: t["app.page.alarms"], exact: true }).click();
      await heading(page, t["app.page.alarms"]).waitFor();
      await page.getByRole("heading", { level: 2, name: t["app.help.limits"] }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `help-${width}-${locale}`);
    },
  );

  it.each(LOOKS)(
    "is opened by the header for the page one is on, and leads back ($locale, $width px) [NAV-11] [NAV-04]",
    async (look) => {
      const { locale, width } = look;
      const t = TEXTS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "Help van" });
      const page = await openPage({ locale, width });
      await signIn(page, account);
      const address = `/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=bus&sub=health`;
      await page.goto(address);
      await heading(page, "Help van").waitFor();
      if (width < 768) {
        await page.getByRole("button", { name: t["app.menu.open"] }).click();
        await page.getByRole("button", { name: t["app.header.help"] }).click();
      } else await page.getByRole("link", { name: t["app.header.help"] }).click();
      await page.waitForURL((url) => url.searchParams.get("page") === "HomePage/DeviceDetails/bus");
      await heading(page, locale === "zh-CN" ? "总线健康" : "Bus health").waitFor();
      await page.getByRole("link", { name: t["app.help.back"].replace("{page}", "Help van") }).click();
      await heading(page, "Help van").waitFor();
      expect(new URL(page.url()).searchParams.get("tab")).toBe("bus");
    },
  );

  it.each(LOOKS)(
    "package has every field, and signed in its limit and use ($locale, $width px) [NAV-11] [CAP-01]",
    async (look) => {
      const { locale, width } = look;
      const t = TEXTS[locale];
      const fields = packageContent.keyof().options;
      const visitor = await openPage({ locale, width });
      await visitor.goto("/doc?type=package");
      await heading(visitor, t["app.help.title.package"]).waitFor();
      const table = (page: Page) => page.getByRole("table", { name: t["app.help.fields"] });
      await eventually(() => table(visitor).locator("code").allTextContents()).toEqual([...fields]);
      expect(await table(visitor).getByRole("columnheader").count()).toBe(2);

      const account = await newTenant();
      await registerDevice(account.tenantId, { name: "Counted van" });
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto("/doc?type=package");
      const row = table(page)
        .getByRole("row")
        .filter({ hasText: LIMIT_TEXTS.things_num[languageOf(locale)] })
        .first();
      await eventually(() => row.getByRole("cell").allTextContents()).toEqual([
        expect.stringContaining("things_num"),
        "2",
        t["app.help.unlimited"],
        "1",
      ]);
      await expectAccessible(page);
      await screenshot(page, `help-package-${width}-${locale}`);
    },
  );

  it.each(LOOKS)(
    "quick delete tells its rules and links to sections that there are ($locale, $width px) [NAV-11] [DAT-04] [DAT-05]",
    async (look) => {
      const { locale, width } = look;
      const t = TEXTS[locale];
      const page = await openPage({ locale, width });
      await page.goto("/doc?type=quickDelete");
      await heading(page, t["app.help.title.quickDelete"]).waitFor();
      const said = (await page.getByRole("article").textContent()) ?? "";
      const rules =
        locale === "zh-CN"
          ? ["1,000,000", "密码", "快速删除列表", "不能恢复", "清空设备数据失败", "循环删除", "未关闭报警", "子设备"]
          : [
              "1,000,000",
              "password",
              "quick-delete list",
              "be undone",
              "empty device data failed",
              "Loop delete",
              "open alarms",
              "sub-devices",
            ];
      expect(rules.filter((rule) => !said.includes(rule))).toEqual([]);
      await page.getByRole("article").getByRole("link", { name: t["app.help.title.package"] }).first().click();
      await page.waitForURL("**/doc?type=package");
    },
  );

  it("every picture and every link of every section works, in the language and theme of the page [NAV-11]", {
    timeout: 240_000 * PATIENCE,
  }, async () => {
    const page = await openPage({ locale: "en-US", theme: "dark" });
    const failed: string[] = [];
    page.on("response", (answer) => answer.status() >= 400 && failed.push(answer.url()));
    await page.goto("/doc");
    const links = page.getByRole("navigation", { name: helpEn["app.help.contents"] }).getByRole("link");
    await links.first().waitFor();
    let pictures = 0;
    for (const link of await links.all()) {
      const title = (await link.textContent()) ?? "";
      await link.click();
      await heading(page, title).waitFor();
      const picture = page.getByRole("article").getByRole("img");
      const count = await picture.count();
      pictures += count;
      if (count > 0)
        await eventually(
          () => picture.evaluate((one: HTMLImageElement) => [one.naturalWidth > 0, one.src]),
          title,
        ).toEqual([true, expect.stringMatching(/-en-dark-/)]);
    }
    expect(failed).toEqual([]);
    expect(pictures).toBeGreaterThan(40);
  });

  it("an error with its code leads to its paragraph [NAV-11]", async () => {
    const page = await openPage({ locale: "en-US", allow: [/503/] });
    const account = await newTenant();
    await signIn(page, account);
    await page.route("**/api/tenant/operations?*", (route) =>
      route.fulfill({ status: 503, json: { code: "platform.unavailable", message: "Away", errorMsg: "Away" } }),
    );
    await page.goto("/Container/UserManager/Log");
    const code = page.getByRole("link", { name: "platform.unavailable" });
    const opened = page.context().waitForEvent("page");
    await code.click();
    const help = await opened;
    await help.locator("[id='error-platform.unavailable']").waitFor();
    expect(new URL(help.url()).hash).toBe("#error-platform.unavailable");
    // The other tab's session is found, and the way leads into the platform.
    await help.getByRole("link", { name: helpEn["app.help.back"].replace("{page}", en["app.page.home"]) }).waitFor();
  });
});
