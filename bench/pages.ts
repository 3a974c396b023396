// Every page of the product in a real browser, while one device streams 2,000 frames/s: from a cold address
// and by a click to the first usable picture, and the longest task of the main thread. `--runs N` (3), `--only PART`.
import type { Browser, Page } from "playwright-core";
import { createAccount } from "../apps/server/accounts/create-account.ts";
import { openSession } from "../apps/server/accounts/open-session.ts";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import { PAGE_TABLE, type PageRow } from "../apps/web/app/page-table.ts";
import { zh } from "../apps/web/app/texts.zh.ts";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { flag, textFlag } from "./load/flags.ts";
import { launchBrowser, startWithPages } from "./load/launch-browser.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { streamingDevice } from "./load/streaming-device.ts";
import { type Opened, openByClick, openCold, type Visited, watchTasks } from "./load/usable-page.ts";
import type { BenchResult } from "./run.ts";

interface Visit extends Visited {
  readonly path: string;
  readonly user: string | undefined;
}

type Store = Awaited<ReturnType<typeof openProgramDatabase>>;

/** NAV-01: each page; the median of its openings, and the longest task of any of them. */
const LIMIT_MS = 1000;
const LIMIT_TASK_MS = 100;
const LIMITS: Limits = { atMost: { worstClickMs: LIMIT_MS, worstColdMs: LIMIT_MS, longestTaskMs: LIMIT_TASK_MS } };
const FRAMES_PER_SECOND = 2000;
const OPERATOR = "benchoperator";
const DETAILS = "/Container/HomePage/DeviceDetails";
const HOME = "/Container/HomePage";
/** The fleet is connected and has sent for a while. */
const WARM_UP_MS = 10_000;

interface Row {
  readonly path: string;
  readonly clickMs: number;
  readonly coldMs: number;
  readonly taskMs: number;
}

/** With every page beside the worst of them, for `--json`. */
export async function run(): Promise<BenchResult & { rows: readonly Row[] }> {
  const program = await startWithPages();
  const store = await openProgramDatabase(program.dataFolder);
  let browser: Browser | undefined;
  try {
    const tenant = { tenant: "bench", tenantKind: "platform", role: "system" } as const;
    await createAccount(store.db, { ...tenant, name: OPERATOR, nickName: "Bench", password: "Canopy-2026" });
    const device = await streamingDevice(program, store, FRAMES_PER_SECOND);
    browser = await launchBrowser();
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    const rows: Row[] = [];
    for (const page of pagesToOpen(device.thingsId)) rows.push(await measure(browser, program.baseUrl, store, page));
    await device.stop();
    console.log(tableOf(rows));
    const worst = (figure: "clickMs" | "coldMs" | "taskMs") => Math.max(...rows.map((row) => row[figure]));
    const metrics = {
      worstClickMs: worst("clickMs"),
      worstColdMs: worst("coldMs"),
      longestTaskMs: worst("taskMs"),
      pages: rows.length,
      pagesOver: rows.filter(isOver).length,
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS), rows };
  } finally {
    await browser?.close();
    await store.close();
    await program.stop();
  }
}

const isOver = ({ clickMs, coldMs, taskMs }: Row) => clickMs > LIMIT_MS || coldMs > LIMIT_MS || taskMs > LIMIT_TASK_MS;

/** The page of a device at the part that has most to do: its frames, live. */
function pagesToOpen(device: string): readonly Visit[] {
  const only = textFlag("only") ?? "";
  return PAGE_TABLE.filter(({ path }) => path.includes(only)).map((row: PageRow) => ({
    path: row.path,
    address: row.path === DETAILS ? `${DETAILS}?id=${device}&tab=data&sub=live` : row.path,
    // Chinese is what the product speaks where nobody has chosen.
    title: `${new Map(Object.entries(zh)).get(row.title)} · Canopy`,
    // A click needs a page that it is made on.
    from: row.isPublic ? "/Login" : row.path === HOME ? "/Container/CarManager" : HOME,
    user: row.isPublic ? undefined : row.forSystemManager ? OPERATOR : DEMO_MASTER,
  }));
}

async function measure(browser: Browser, baseURL: string, store: Store, visit: Visit): Promise<Row> {
  const context = await browser.newContext({ baseURL, locale: "zh-CN", viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (visit.user) await signIn(page, store, visit.user);
  await watchTasks(page);
  // The first opening also fills the browser's cache and the database's; it is not counted.
  await openCold(page, visit);
  const cold: Opened[] = [];
  const clicked: Opened[] = [];
  for (let i = 0; i < flag("runs", 3); i += 1) {
    cold.push(await openCold(page, visit));
    if (visit.path !== visit.from) clicked.push(await openByClick(page, visit));
  }
  await context.close();
  const taskMs = Math.max(...[...cold, ...clicked].map(({ longestTaskMs }) => longestTaskMs));
  const row = { path: visit.path, clickMs: median(clicked), coldMs: median(cold), taskMs };
  console.error(lineOf(row));
  return row;
}

/** The sign-in page has no page before it to click on. */
const median = (list: readonly Opened[]) =>
  list.length === 0
    ? 0
    : quantile(
        list.map(({ usableMs }) => usableMs),
        0.5,
      );

async function signIn(page: Page, store: Store, name: string): Promise<void> {
  const [user] = await findSignInAccounts(store.db, name);
  if (!user) throw new Error(`no account ${name}`);
  const opened = await openSession(store.db, user, { address: "127.0.0.1", agent: "bench" }, false);
  const kept = { token: opened.token, ujwt: opened.ujwt, sessionId: opened.session_id };
  await page.context().addInitScript((session) => {
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }, kept);
}

function lineOf(row: Row): string {
  const figures = [row.clickMs, row.coldMs, row.taskMs].map((value) => value.toFixed(0).padStart(8)).join("");
  return `${row.path.padEnd(44)}${figures}${isOver(row) ? "  over" : ""}`;
}

function tableOf(rows: readonly Row[]): string {
  const head = `${"page".padEnd(44)}${"click ms".padStart(8)}${"cold ms".padStart(8)}${"task ms".padStart(8)}`;
  return [head, ...rows.map(lineOf)].join("\n");
}
