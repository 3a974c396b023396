import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { en } from "../../apps/web/app/texts.en.ts";
import { zh } from "../../apps/web/app/texts.zh.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, newAccount, PASSWORD } from "../support/store.ts";
import {
  enterDemo,
  enterDemoByButton,
  eventually,
  type Locale,
  lookOf,
  signInAtHome,
  signInByForm,
} from "../support/visitors.ts";

const TEXTS: Record<Locale, Readonly<Record<string, string>>> = { "zh-CN": zh, "en-US": en };
const SCREEN = /^\/can_/;

const boxOf = (page: Page, selector: string) => page.locator(selector).first().boundingBox();

journeys("the shell", () => {
  afterAll(closeStore);

  it("header 110 on public pages, 50 in the shell, footer 60, content the rest, also after a resize [NAV-07]", async () => {
    const page = await openPage();
    await page.goto("/Login");
    await page.getByRole("tab").first().waitFor();
    expect((await boxOf(page, "header"))?.height).toBe(110);
    expect((await boxOf(page, "footer"))?.height).toBe(60);
    // The demo offers its tour above the footer.
    await signInAtHome(page, await newAccount());
    for (const height of [900, 640]) {
      await page.setViewportSize({ width: 1440, height });
      await eventually(async () => (await boxOf(page, "header"))?.height).toBe(50);
      expect((await boxOf(page, "footer"))?.height).toBe(60);
      await eventually(async () => (await boxOf(page, "main"))?.height).toBe(height - 110);
    }
  });

  it("the menu highlights from the path: details belong to their list [NAV-04]", async () => {
    const page = await openPage();
    await enterDemo(page);
    const current = () => page.getByRole("navigation").locator('[aria-current="page"]').allTextContents();
    for (const [path, item] of [
      ["/Container/CarManager/CarDetails", "车辆"],
      ["/Container/EFenceManager/EFenceEditor", "围栏"],
      ["/Container/HomePage/DeviceDetails", "首页"],
      ["/Container/DataStatistics", "数据统计"],
    ] as const) {
      await page.goto(path);
      await eventually(current, path).toEqual([item]);
    }
  });

  it("the user menu offers what the role may use, help leads to the documentation [NAV-04]", async () => {
    const page = await openPage();
    await enterDemo(page);
    await page.getByRole("button", { name: "用户菜单" }).click();
    await page.getByRole("menu", { name: "用户菜单" }).waitFor();
    // Whether there are licences is asked for: their line comes when the answer does.
    const items = () => page.getByRole("menu", { name: "用户菜单" }).getByRole("menuitem").allTextContents();
    await eventually(items).toEqual([
      ...[
        "用户中心",
        "我的会话",
        "访问令牌",
        "设备类型",
        "按条件搜索",
        "本地日志",
        "数据湖",
        "定时输出",
        "推送规则",
        "文件收件箱",
        "设备固件",
        "测试管理",
        "故障码管理",
        "子用户管理",
        "许可证",
        "操作日志",
        "系统配置",
      ],
      ...["工单", "更新日志", "申请扩容", "退出登录"],
    ]);
    await expectAccessible(page);
    await screenshot(page, "user-menu-1440-zh-CN");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "帮助" }).click();
    await page.waitForURL("**/doc?type=help&page=HomePage");
  });

  it("a screen opens in a new tab by a one-time code that leaves the address; no token stands in it [NAV-05]", async () => {
    const page = await openPage();
    await enterDemoByButton(page);
    const token = await page.evaluate(() => sessionStorage.getItem("token") ?? "");
    const opened = page.context().waitForEvent("page");
    const addresses: string[] = [];
    // Of the whole context: the new tab asks for its page before anyone could listen to it.
    page.context().on("request", (request) => addresses.push(request.url()));
    await page.getByRole("button", { name: "大屏" }).click();
    await page.getByRole("menuitem", { name: "监控大屏" }).click();
    const screen = await opened;
    await screen.waitForURL(/\/can_monitor\/$/);
    await screen.getByRole("heading", { name: "监控大屏" }).waitFor();
    const asked = addresses.find((url) => SCREEN.test(new URL(url).pathname)) ?? "";
    expect([...new URL(asked).searchParams.keys()]).toEqual(["token", "locale", "tenantId", "userId"]);
    expect(asked).not.toContain(token);
    await expectAccessible(screen);

    const again = await page.context().newPage();
    await again.goto(asked);
    await again.getByText("交接码无效或已过期").waitFor();
  });

  it("kept pages keep their state and scroll; another user finds none of it [NAV-06]", async () => {
    const page = await openPage({ height: 420 });
    const first = await newAccount();
    await signInAtHome(page, first);
    await page.getByRole("radio", { name: /真实终端/ }).check({ force: true });
    await page.waitForURL("**/Container/HomePage?way=terminal");
    const scroller = page.locator("main > div:visible").first();
    await scroller.evaluate((box) => box.scrollTo(0, 60));
    await page.getByRole("link", { name: "DBC" }).click();
    await page.getByRole("heading", { name: "DBC 管理" }).waitFor();
    await page.getByRole("link", { name: "首页", exact: true }).click();
    await page.waitForURL("**/Container/HomePage?way=terminal");
    expect(await page.getByRole("radio", { name: /真实终端/ }).isChecked()).toBe(true);
    expect(await scroller.evaluate((box) => box.scrollTop)).toBe(60);

    await page.getByRole("button", { name: "用户菜单" }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    const { name } = await newAccount();
    await signInByForm(page, { name, password: PASSWORD });
    await page.getByRole("link", { name: "DBC" }).click();
    await page.getByRole("link", { name: "首页", exact: true }).click();
    await page.waitForURL(/\/Container\/HomePage$/);
    expect(await page.getByRole("radio", { name: /Linux 代理/ }).isChecked()).toBe(true);
  });

  it("Ctrl-K goes to a page by part of its name, ? lists the keys, all by keyboard [NAV-07]", async () => {
    const page = await openPage({ locale: "en-US" });
    await enterDemo(page);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("fault");
    await expectAccessible(page);
    await screenshot(page, "palette-1440-en-US");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/Container/BreakdownCodeManager");
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.waitForURL("**/Container/CarManager");
  });

  it.each(lookOf("en-US", 390))("on a phone the menu stands behind ☰ [NAV-07] in $locale", async ({ locale }) => {
    const page = await openPage({ locale, width: 390, height: 844 });
    await enterDemo(page);
    await page.getByRole("button", { name: TEXTS[locale]["app.menu.open"] ?? "" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByRole("link", { name: TEXTS[locale]["app.menu.fences"] ?? "" }).waitFor();
    await expectAccessible(page);
    await screenshot(page, `menu-390-${locale}`);
    await drawer.getByRole("link", { name: TEXTS[locale]["app.menu.fences"] ?? "" }).click();
    await page.waitForURL("**/Container/EFenceManager");
  });

  it("the theme changes at once and is kept [NAV-12]", async () => {
    const page = await openPage();
    await enterDemo(page);
    await page.getByRole("button", { name: "主题" }).click();
    await page.getByRole("menuitemradio", { name: "深色" }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await expectAccessible(page);
    await screenshot(page, "home-dark-1440-zh-CN");
  });

  it("a malformed or failing configuration leaves built-in defaults and a page that works [NAV-15]", async () => {
    const page = await openPage({ allow: [/500/] });
    await page.route("**/control/system-config**", (route) =>
      route.fulfill({ json: { data: { homepageLogo: "", cloudname: "", link: "{not json" } } }),
    );
    await page.goto("/Login");
    await page.getByRole("heading", { name: "登录 Canopy" }).waitFor();
    await page.getByText("青冠智联科技有限公司").waitFor();

    const failing = await openPage({ allow: [/500/] });
    await failing.route("**/control/system-config**", (route) => route.fulfill({ status: 500, body: "" }));
    await failing.goto("/Login");
    await failing.getByRole("heading", { name: "登录 Canopy" }).waitFor();
    await expectAccessible(failing);
  });

  it("the configuration's own words are shown [NAV-15]", async () => {
    const page = await openPage();
    const link = JSON.stringify({ company: "测试公司", phone: "123", email: "a@b.example" });
    await page.route("**/control/system-config**", (route) => {
      const query = new URL(route.request().url()).searchParams;
      expect(query.get("resource_path")).toBe("/can");
      return route.fulfill({ json: { data: { homepageLogo: "", cloudname: "车云", link } } });
    });
    await page.goto("/Login");
    await page.getByRole("heading", { name: "登录 车云" }).waitFor();
    await page.getByText("测试公司").waitFor();
    expect(await page.title()).toBe("登录 · 车云");
  });

  it("a page that is gone leads to one reload when the version changed, and to a retry when it did not [NAV-03]", async () => {
    const page = await openPage({ allow: [/dynamically imported|ERR_FAILED|Unable to preload CSS/] });
    await enterDemo(page);
    await page.route(/assets\/list-pages/, (route) => route.abort());
    const tokens = async () => {
      await page.getByRole("button", { name: "用户菜单" }).click();
      await page.getByRole("menuitem", { name: "访问令牌" }).click();
    };
    await tokens();
    await page.getByText("页面没有加载成功").waitFor();
    expect(await page.getByRole("button", { name: "重试" }).count()).toBe(1);

    let entries = 0;
    await page.route(/\/\?t=\d+$/, (route) => {
      entries += 1;
      return route.fulfill({ contentType: "text/html", body: '<script type="module" src="/assets/new.js"></script>' });
    });
    await page.getByRole("link", { name: "首页", exact: true }).click();
    const reloaded = page.waitForEvent("load");
    await tokens();
    await page.getByText("检测到页面更新，正在自动重新加载").waitFor();
    await reloaded;
    // The same new version again: no loop.
    await page.getByText("页面没有加载成功").waitFor();
    expect(entries).toBe(2);
  });

  it("a part beside the page that is gone takes only itself away, and is tried again [NAV-03]", async () => {
    const page = await openPage({ allow: [/dynamically imported|ERR_FAILED|Unable to preload CSS/] });
    const parts = /assets\/(Beside|AlarmPopUps|CommandPalette)-/;
    await page.route(parts, (route) => route.abort());
    await enterDemo(page);
    await page.getByRole("button", { name: /Ctrl K/ }).click();
    await page.getByText("这一部分无法显示，请重试").first().waitFor();
    await page.getByRole("link", { name: "首页", exact: true }).waitFor();
    await page.unroute(parts);
    // What failed a moment ago fails for those that waited for it.
    await eventually(async () => {
      if ((await page.getByRole("dialog").count()) === 0) await page.keyboard.press("Control+k");
      return page.getByRole("dialog").count();
    }).toBe(1);
  });
});
