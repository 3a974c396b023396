// A page in both languages, both themes and every width: each journey then needs but one look.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import type { PageRow } from "../../apps/web/app/page-table.ts";
import { en } from "../../apps/web/app/texts.en.ts";
import { zh } from "../../apps/web/app/texts.zh.ts";
import { expectAccessible, openPage } from "./browser.ts";
import { smallTargets } from "./small-targets.ts";
import { eventually, LANGUAGES, type Locale, signIn } from "./visitors.ts";

export const LOOKS_TITLE =
  "$name opens by its address with its title, is accessible, fits and takes fingers, in both languages, both themes and every width [NAV-01] [NAV-07] [NAV-12]";

const SCREENS = join(dirname(dirname(import.meta.dirname)), "reports/screens");
const TEXTS: Record<Locale, Readonly<Record<string, string>>> = { "zh-CN": zh, "en-US": en };
/** NAV-07 ends at 360. */
const WIDTHS = [360, 390, 768, 1280, 1440, 1920];
const PICTURED = process.env.CANOPY_LOOKS === "all" ? WIDTHS : [390, 1440];
const PHONE_PX = 390;
const heightOf = (width: number) => (width < 768 ? 844 : 900);

export interface Visit extends Pick<PageRow, "title"> {
  readonly name: string;
  readonly path: string;
  /** Undefined: nobody signs in. */
  readonly as?: { readonly name: string } | undefined;
}

export async function visitInEveryLook({ name, path, title, as }: Visit): Promise<void> {
  for (const locale of LANGUAGES) {
    const page = await openPage({ locale, allow: [/50[03]/] });
    if (as) await signIn(page, as);
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await eventually(() => page.title(), path).toBe(`${TEXTS[locale][title]} · Canopy`);
    await eventually(() => lines(loadingIn(page)), path).toBe("");
    const theme = themeOf(locale);
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: heightOf(width) });
      await eventually(() => lines(faultsOf(page)), `${theme}, ${width} px, ${locale}`).toBe("");
      if (PICTURED.includes(width)) await keep(page, `${name}-${width}-${locale}-${theme}`);
      if (width === axeWidth(locale)) await expectAccessible(page);
      if (width === PHONE_PX) await eventually(() => lines(smallTargets(page)), `${path}, ${locale}`).toBe("");
    }
  }
}

/** The summary of a run shows one line of text whole, of a list only its length. */
const lines = async (found: Promise<string[]>) => (await found).join("; ");

/** Sizes depend on the language, colours on the theme: each is met once wide and once narrow. */
const themeOf = (locale: Locale) => (locale === "zh-CN" ? "light" : "dark");
const axeWidth = (locale: Locale) => (locale === "zh-CN" ? 1440 : 390);

/** What is still on its way: pictures show data, not the shape of it. Pages that are kept but not shown do not count. */
function loadingIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const marks = document.querySelectorAll<HTMLElement>('[data-skeleton], [aria-busy="true"], [data-loading="true"]');
    const shown = [...marks].filter((mark) => mark.offsetParent !== null);
    return shown.map((mark) => mark.closest("[aria-label]")?.getAttribute("aria-label") ?? mark.outerHTML.slice(0, 80));
  });
}

/** What does not fit: the page wider than the window, a toolbar on two lines, texts of a map over each other. */
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
    for (const map of document.querySelectorAll("[data-map]")) {
      const boxes = [...map.querySelectorAll("p")].map((text) => text.getBoundingClientRect());
      for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(i + 1)) {
          const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          if (!isApart) faults.push(`texts on ${map.getAttribute("aria-label")} lie over each other`);
        }
    }
    return faults;
  });
}

/** For people to look through after a run. */
async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.jpg`), type: "jpeg", quality: 60 });
}
