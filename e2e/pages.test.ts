// Every page in every look, so that each journey needs but one.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { PAGE_TABLE, type PageRow } from "../apps/web/app/page-table.ts";
import { en } from "../apps/web/app/texts.en.ts";
import { zh } from "../apps/web/app/texts.zh.ts";
import { expectAccessible, journeys, openPage } from "./browser.ts";
import { closeStore, database, newAccount } from "./store.ts";
import { DEMO_MASTER, eventually, LANGUAGES, type Locale, signIn } from "./visitors.ts";

const SCREENS = join(dirname(import.meta.dirname), "reports/screens");
const TEXTS: Record<Locale, Readonly<Record<string, string>>> = { "zh-CN": zh, "en-US": en };
const THEMES = ["light", "dark"] as const;
/** NAV-07 ends at 360. */
const WIDTHS = [360, 390, 768, 1280, 1440, 1920];
const PICTURED = process.env.CANOPY_LOOKS === "all" ? WIDTHS : [390, 1440];
const heightOf = (width: number) => (width < 768 ? 844 : 900);

const DETAILS = "/Container/HomePage/DeviceDetails";
const TABS = {
  management: ["overview", "configuration", "log", "commands"],
  data: ["live", "history", "stored", "ftp", "cloud"],
  dbc: ["live", "curve", "history", "playback", "functions", "bindings"],
  triggers: ["rules", "events"],
  bus: [""],
} as const;

interface Visit extends Pick<PageRow, "title" | "coming" | "kept" | "isPublic" | "forSystemManager"> {
  name: string;
  path: string;
}

const visits: Visit[] = [
  ...(PAGE_TABLE as readonly PageRow[])
    .filter(({ path }) => path !== DETAILS)
    .map((row) => ({ ...row, name: row.path.replace("/Container/", "").replaceAll("/", "") })),
  ...Object.entries(TABS).flatMap(([tab, subs]) =>
    subs.map((sub) => ({
      name: `DeviceDetails-${tab}${sub && `-${sub}`}`,
      path: `${DETAILS}?tab=${tab}${sub && `&sub=${sub}`}`,
      title: "app.page.deviceDetails" as const,
    })),
  ),
];

journeys("every page", () => {
  let system: { name: string };
  let deviceId = "";
  beforeAll(async () => {
    system = await newAccount({ role: "system", tenant: "platform", tenantKind: "platform" });
    const { pool } = await database();
    const found = await pool.query("select id from things where name like '%演示电动车 01%'");
    deviceId = found.rows[0].id;
  });
  afterAll(closeStore);

  it.each(visits)(
    "$name opens by its address with its title, is accessible and fits, in both languages, both themes and every width [NAV-01] [NAV-07] [NAV-12]",
    async ({ name, path, title, coming, kept, isPublic, forSystemManager }) => {
      for (const locale of LANGUAGES) {
        const page = await openPage({ locale, allow: [/50[03]/] });
        if (!isPublic) await signIn(page, forSystemManager ? system : { name: DEMO_MASTER });
        await page.goto(path.startsWith(DETAILS) ? `${path}&id=${deviceId}` : path);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await eventually(() => page.title(), path).toBe(`${TEXTS[locale][title]} · Canopy`);
        if (coming && !kept) await page.getByText(TEXTS[locale][coming] ?? "").waitFor();
        for (const theme of coming ? [mainTheme(locale)] : THEMES) {
          await page.emulateMedia({ colorScheme: theme });
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: heightOf(width) });
            await eventually(() => faultsOf(page), `${theme}, ${width} px, ${locale}`).toEqual([]);
            if (PICTURED.includes(width)) await keep(page, `${name}-${width}-${locale}-${theme}`);
            if (theme === mainTheme(locale) && width === axeWidth(locale)) await expectAccessible(page);
          }
        }
      }
    },
  );

  it("an address that no page has says so [NAV-01]", async () => {
    const page = await openPage({ locale: "en-US" });
    await signIn(page, { name: DEMO_MASTER });
    await page.goto("/");
    await page.waitForURL("**/Container/HomePage");
    await page.goto("/Container/NoSuchPage");
    await eventually(() => page.title()).toBe(`${en["app.page.notFound"]} · Canopy`);
  });
});

/** Names are judged in each language, colours in each theme, once wide and once narrow; pages still to come are alike. */
const mainTheme = (locale: Locale): (typeof THEMES)[number] => (locale === "zh-CN" ? "light" : "dark");
const axeWidth = (locale: Locale) => (locale === "zh-CN" ? 1440 : 390);

/** What does not fit: the page wider than the window, a toolbar on two lines. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const root = document.documentElement;
    const faults = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth - root.clientWidth} px too wide`] : [];
    for (const bar of document.querySelectorAll("[data-toolbar]")) {
      const { height } = bar.getBoundingClientRect();
      if (height > 44 || bar.scrollWidth > bar.clientWidth + 1)
        faults.push(
          `toolbar ${bar.getAttribute("aria-label")}: ${height} px high, ${bar.scrollWidth}/${bar.clientWidth}`,
        );
    }
    return faults;
  });
}

/** For people to look through after a run. */
async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.jpg`), type: "jpeg", quality: 60 });
}
