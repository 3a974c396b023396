// Takes the pictures of the help from a program of its own with the demo fleet: each page in both languages and themes.
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { createAccount } from "../apps/server/accounts/create-account.ts";
import { openSession } from "../apps/server/accounts/open-session.ts";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { findBrowser, WEBGL } from "../e2e/support/find-browser.ts";
import { startProgram } from "../e2e/support/program.ts";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { buildWeb } from "./build-web.ts";
import { makeObjects } from "./help/pictured-objects.ts";
import { type PicturedPage, picturedPages } from "./help/pictured-pages.ts";

const ROOT = dirname(import.meta.dirname);
const HELP = join(ROOT, "apps/web/help");
const SIZE = { width: 1280, height: 800 };
/** 832 × 520 px, as the page of the help shows them. */
const SCALE = 0.65;
const QUALITY = 45;
/** Curves and tracks need some. */
const DATA_MS = 90_000;
/** For what is drawn after it was read: maps, curves. */
const DRAWN_MS = 1500;
const LOADED_WITHIN_MS = 15_000;
const LOOKS = { zh: "zh-CN", en: "en-US" } as const;
const THEMES = ["light", "dark"] as const;
const KEPT_LANGUAGE = { zh: "中文", en: "English" } as const;

const operator = {
  tenant: "platform",
  tenantKind: "platform" as const,
  name: "operator",
  nickName: "Operator",
  password: "Pictures-2026",
  role: "system" as const,
};

async function sessionOf(db: Db, name: string) {
  const [user] = await findSignInAccounts(db, name);
  if (!user) throw new Error(`no account ${name}`);
  const opened = await openSession(db, user, { address: "127.0.0.1", agent: "pictures" }, false);
  return { kept: { token: opened.token, ujwt: opened.ujwt, sessionId: opened.session_id }, tenantId: user.tenantId };
}

type Kept = Readonly<Record<string, string>>;

async function contextOf(browser: Browser, baseUrl: string, language: keyof typeof LOOKS, session: Kept) {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: SIZE,
    locale: LOOKS[language],
    reducedMotion: "reduce",
  });
  await context.addInitScript(
    ([chosen, kept]) => {
      localStorage.setItem("canopy.language", chosen);
      for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
    },
    [KEPT_LANGUAGE[language], session] as const,
  );
  return context;
}

/** Nothing that still loads is in sight. */
const isLoaded = (page: Page) =>
  page.evaluate(() => {
    const marks = document.querySelectorAll<HTMLElement>('[data-skeleton], [aria-busy="true"], [data-loading="true"]');
    return document.querySelector("h1") !== null && [...marks].every((mark) => mark.offsetParent === null);
  });

async function settle(page: Page): Promise<void> {
  const end = Date.now() + LOADED_WITHIN_MS;
  while (Date.now() < end && !(await isLoaded(page))) await sleep(100);
  await sleep(DRAWN_MS);
}

async function capture(page: Page): Promise<Buffer> {
  const cdp = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...SIZE, scale: SCALE };
  const { data } = await cdp.send("Page.captureScreenshot", { format: "webp", quality: QUALITY, clip });
  await cdp.detach();
  return Buffer.from(data, "base64");
}

type Taken = Map<string, Buffer>;

async function take(context: BrowserContext, language: string, { name, path, prepare }: PicturedPage, taken: Taken) {
  const page = await context.newPage();
  await page.goto(path);
  await settle(page);
  await prepare?.(page);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await settle(page);
    taken.set(`${name}-${language}-${theme}.webp`, await capture(page));
  }
  await page.close();
  console.log(`${name} (${language})`);
}

/** Those that the sections name, and no other. */
function namesInSections(): Set<string> {
  const files = globSync(join(HELP, "en/*.md")).map((path) => readFileSync(path, "utf8"));
  return new Set(files.flatMap((file) => [...file.matchAll(/^picture: (.+)$/gm)].map((match) => match[1] ?? "")));
}

async function takeAll(only: readonly string[]): Promise<void> {
  console.log(`pages: ${await buildWeb(ROOT)}`);
  const found = await findBrowser();
  if (!found) throw new Error("no browser: npm test brings one");
  const program = await startProgram();
  const { db, close } = await openProgramDatabase(program.dataFolder);
  const args = [...(found.argumentSets[0] ?? []), ...WEBGL.on];
  const browser = await chromium.launch({
    executablePath: found.executable,
    args,
    env: { ...process.env, ...found.env },
  });
  try {
    await createAccount(db, operator);
    const manager = await sessionOf(db, DEMO_MASTER);
    const objects = await makeObjects(program.baseUrl, manager.kept.token, manager.tenantId);
    const sessions = { nobody: {}, manager: manager.kept, operator: (await sessionOf(db, operator.name)).kept };
    const named = namesInSections();
    const pages = picturedPages(objects).filter(({ name }) => only.length === 0 || only.includes(name));
    const lost = [...named].filter((name) => !picturedPages(objects).some((page) => page.name === name));
    if (lost.length > 0) throw new Error(`the sections name pictures that nobody takes: ${lost.join(", ")}`);
    const failed: string[] = [];
    const taken: Taken = new Map();
    await sleep(DATA_MS);
    for (const language of ["zh", "en"] as const)
      for (const page of pages.filter(({ name }) => named.has(name))) {
        const context = await contextOf(browser, program.baseUrl, language, sessions[page.as]);
        await take(context, language, page, taken).catch((problem: unknown) => failed.push(`${page.name}: ${problem}`));
        await context.close();
      }
    // All at once: the pages are built of these files too.
    for (const [file, picture] of taken) writeFileSync(join(HELP, "pictures", file), picture);
    if (failed.length > 0) throw new Error(failed.join("\n"));
  } finally {
    await browser.close();
    await close();
    await program.stop();
  }
}

mkdirSync(join(HELP, "pictures"), { recursive: true });
await takeAll(process.argv.slice(2));
