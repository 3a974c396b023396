import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { eventually, looksOf, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    name: "系统名称",
    company: "页脚公司",
    logo: "徽标",
    save: "保存",
    saved: "已保存，对本租户全部用户生效",
    svg: "请使用图片，不能使用可含代码的矢量图（SVG）",
    large: "图片不能超过 2 MB",
    readOnly: "由主账号设置，您可以查看",
    look: "外观",
    tracking: "允许使用情况统计",
    notAgain: "0.1.0 版不再提示",
    ok: "知道了",
    title: "0.1.0 版有什么新内容",
    updates: "更新日志",
    lowCode: "页脚公司与默认不同时，低代码平台入口隐藏",
  },
  "en-US": {
    name: "Name of the system",
    company: "Footer: company",
    logo: "Logo",
    save: "Save",
    saved: "Saved, for everybody of this tenant",
    svg: "A picture, not a drawing with code (SVG)",
    large: "A picture has at most 2 MB",
    readOnly: "Set by the primary account; you can read it",
    look: "Look",
    tracking: "Usage tracking",
    notAgain: "Not again for 0.1.0",
    ok: "OK",
    title: "What is new in 0.1.0",
    updates: "Update log",
    lowCode: "Another company in the footer hides the low-code platform",
  },
} as const;

const CONFIG = "/Container/UserManager/SystemConfig";
/** One green pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const lookCard = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

journeys("the system configuration", () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "is previewed, applied at once, and shown on the tenant's sign-in page, in $locale at $width px [NAV-08]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const manager = await newAccount();
      const sub = await newAccount({ tenant: manager.name, role: "sub", tenantLevel: "read" });
      const page = await openPage({ locale, width });
      await signIn(page, manager);
      await page.goto(CONFIG);
      const card = lookCard(page, words.look);
      const file = card.locator('input[type="file"]');
      await file.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: SVG });
      await card.getByText(words.svg).waitFor();
      await file.setInputFiles({ name: "l.png", mimeType: "image/png", buffer: Buffer.alloc(10 * 1024 * 1024) });
      await card.getByText(words.large).waitFor();
      await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
      await card.getByRole("img", { name: words.logo }).waitFor();
      await card.getByRole("textbox", { name: words.name }).fill("青冠云");
      await card.getByRole("textbox", { name: words.company }).fill("青冠智联");
      await card.getByText("青冠智联").first().waitFor();
      await card.getByText(words.lowCode).waitFor();
      await expectAccessible(page);
      await screenshot(page, `system-config-${width}-${locale}`);
      await card.getByRole("button", { name: words.save, exact: true }).click();
      await page.getByText(words.saved).first().waitFor();
      await eventually(() => page.title()).toContain("青冠云");

      const door = await openPage({ locale, width });
      await door.goto(`/Login?company=${manager.name}`);
      await door.getByRole("heading", { name: /青冠云/ }).waitFor();
      expect(await door.locator('header img[src^="data:image/png"]').count()).toBe(1);
      await screenshot(door, `sign-in-of-tenant-${width}-${locale}`);

      const reader = await openPage({ locale, width });
      await signIn(reader, { name: `${sub.name}@${manager.name}` });
      await reader.goto(CONFIG);
      await reader.getByRole("paragraph").filter({ hasText: words.readOnly }).waitFor();
      await eventually(() => reader.getByRole("textbox", { name: words.name }).inputValue()).toBe("青冠云");
    },
  );

  it("its language holds at once, and on the tenant's sign-in page where nobody chose one [NAV-08]", async () => {
    const manager = await newAccount();
    const page = await openPage({ locale: "zh-CN" });
    await signIn(page, manager);
    await page.goto(CONFIG);
    const zh = lookCard(page, WORDS["zh-CN"].look);
    await zh.getByRole("combobox").selectOption("English");
    await zh.getByRole("button", { name: WORDS["zh-CN"].save, exact: true }).click();
    await page.getByText(WORDS["en-US"].saved).first().waitFor();
    const card = lookCard(page, WORDS["en-US"].look);
    expect(await card.getByRole("combobox").inputValue()).toBe("English");
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");

    const signInPage = async (isNew: boolean, address: string) => {
      const door = await openPage({ locale: "zh-CN" });
      if (isNew) await door.addInitScript(() => localStorage.removeItem("canopy.language"));
      await door.goto(address);
      await door.getByRole("heading", { level: 1 }).waitFor();
      return door.evaluate(() => document.documentElement.lang);
    };
    const own = `/Login?company=${manager.name}`;
    expect([await signInPage(true, own), await signInPage(false, own), await signInPage(true, "/Login")]).toEqual([
      "en",
      "zh-CN",
      "zh-CN",
    ]);

    // The header's choice is the same one: saving the look leaves it.
    await page.getByRole("button", { name: /^Language/ }).click();
    await page.getByRole("menuitemradio", { name: "中文" }).click();
    await zh.getByRole("textbox", { name: WORDS["zh-CN"].name }).fill("青冠云");
    await eventually(() => zh.getByRole("combobox").inputValue()).toBe("中文");
    await zh.getByRole("button", { name: WORDS["zh-CN"].save, exact: true }).click();
    await page.getByText(WORDS["zh-CN"].saved).last().waitFor();
    expect(await zh.getByRole("combobox").inputValue()).toBe("中文");
  });

  it("usage tracking is switched off for the tenant [NAV-13]", async () => {
    const manager = await newAccount();
    const page = await openPage({ locale: "en-US" });
    await signIn(page, manager);
    await page.goto(CONFIG);
    await page.getByLabel(WORDS["en-US"].tracking).click();
    await eventually(() => page.getByLabel(WORDS["en-US"].tracking).isChecked()).toBe(false);
    await page.reload();
    await eventually(() => page.getByLabel(WORDS["en-US"].tracking).isChecked()).toBe(false);
  });

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "a new version is told once, unless hidden for good, in $locale at $width px [NAV-10]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const manager = await newAccount();
      const page = await openPage({ locale, width });
      await page.context().addInitScript(() => {
        const key = "upgradeNotice Canopy";
        if (localStorage.getItem(key) === null) localStorage.setItem(key, "0.0.9");
      });
      await signIn(page, manager);
      await page.goto(CONFIG);
      const dialog = page.getByRole("dialog", { name: words.title });
      await dialog.waitFor();
      if (width === 1440) expect((await dialog.boundingBox())?.width).toBe(780);
      await expectAccessible(page);
      await screenshot(page, `upgrade-notice-${width}-${locale}`);
      await dialog.getByRole("button", { name: words.ok, exact: true }).click();
      await page.reload();
      await dialog.waitFor();
      await dialog.getByLabel(words.notAgain).check();
      await dialog.getByRole("button", { name: words.ok, exact: true }).click();
      await page.reload();
      await lookCard(page, words.updates).waitFor();
      expect(await dialog.count()).toBe(0);
    },
  );
});
