// The sign-in page in a real browser, and what fifty people who sign in at once cost everybody else.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium } from "playwright-core";
import { createAccount } from "../apps/server/accounts/create-account.ts";
import { DEMO_PASSWORD } from "../apps/server/accounts/seed-demo.ts";
import { securityHeaders } from "../apps/server/platform/http/security-headers.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { captchaAnswer } from "../apps/server/testing/read-secrets.ts";
import { findBrowser } from "../e2e/support/find-browser.ts";
import type { Program } from "../e2e/support/program.ts";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { startWithoutFrames } from "./load/without-frames.ts";
import type { BenchResult } from "./run.ts";

/** The size of the script is checked in `npm test`. */
const LIMITS: Limits = { atMost: { firstPaintMs: 100, interactiveMs: 1000, p95Ms: 50 } };
const PAGE_LOADS = 15;
const SIGN_INS = 50;
const ROOT = dirname(import.meta.dirname);

export async function run(): Promise<BenchResult> {
  await buildWeb(ROOT);
  const program = await startWithoutFrames();
  const store = await openProgramDatabase(program.dataFolder);
  const metrics: Record<string, number> = {};
  let barePage: Visit | undefined;
  try {
    const pages = await measurePages(program);
    Object.assign(metrics, pages.ours);
    barePage = pages.bare;
    Object.assign(metrics, await measureSignIns(program, store.db));
  } finally {
    await store.close();
    await program.stop();
  }
  return {
    metrics,
    peers: { limit: limitsOf(LIMITS), barePage: { ...barePage } },
    ratios: againstLimits(metrics, LIMITS),
  };
}

/** The least a page can be: what the browser itself takes on this machine for one box and one field, with our headers. */
const BARE_PAGE = `<!doctype html><title>bare</title><div style="height:300px;background:#0b7d46"></div><input name="username">`;

async function serveBarePage(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const headers = securityHeaders(request.headers["sec-fetch-site"]);
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(BARE_PAGE);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Medians over several visits, the first one (cold server, cold browser) left out; bare pages in between. */
async function measurePages(program: Program): Promise<{ ours: Visit; bare: Visit }> {
  const found = await findBrowser();
  if (!found) throw new Error("no browser: set CANOPY_CHROMIUM or install chromium");
  const browser = await chromium.launch({ executablePath: found.executable, args: [...(found.argumentSets[0] ?? [])] });
  const context = await browser.newContext();
  const bare = await serveBarePage();
  const ours: Visit[] = [];
  const bares: Visit[] = [];
  for (let visit = 0; visit <= PAGE_LOADS; visit++) {
    const both = [await measureVisit(context, bare.url), await measureVisit(context, program.baseUrl)] as const;
    if (visit === 0) continue;
    bares.push(both[0]);
    ours.push(both[1]);
  }
  await browser.close();
  bare.close();
  return { ours: medians(ours), bare: medians(bares) };
}

interface Visit {
  readonly firstPaintMs: number;
  readonly interactiveMs: number;
}

/** Both times from the start of the navigation, in a new tab of a browser that knows nothing of the page. */
async function measureVisit(context: BrowserContext, baseUrl: string): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  await devtools.send("Storage.clearDataForOrigin", { origin: baseUrl, storageTypes: "all" });
  await page.goto(`${baseUrl}/Login`, { waitUntil: "commit" });
  await page.locator("input[name=username]").fill("someone");
  const interactiveMs = await page.evaluate(() => performance.now());
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
  );
  await page.close();
  return { firstPaintMs, interactiveMs };
}

function medians(visits: readonly Visit[]): Visit {
  const median = (of: (visit: Visit) => number) => quantile(visits.map(of), 0.5);
  return { firstPaintMs: median((visit) => visit.firstPaintMs), interactiveMs: median((visit) => visit.interactiveMs) };
}

/** How long another call takes while fifty sign in at once, each to an account of their own: tries of one are counted. */
async function measureSignIns(program: Program, db: Db): Promise<Record<string, number>> {
  const api = (path: string, init?: RequestInit) => fetch(`${program.baseUrl}/api${path}`, init);
  const json = { "content-type": "application/json" };
  const people = await Promise.all(
    Array.from({ length: SIGN_INS }, async (_, i) => {
      const username = `person_${i}`;
      const account = { tenant: username, tenantKind: "owner", name: username, role: "manager" } as const;
      await createAccount(db, { ...account, password: DEMO_PASSWORD });
      const { uuid } = (await (await api("/control/usercenter/svg")).json()) as { uuid: string };
      return { username, password: DEMO_PASSWORD, svg_code: await captchaAnswer(db, uuid), svg_code_uuid: uuid };
    }),
  );
  let done = false;
  const began = performance.now();
  const signIns = Promise.all(
    people.map(async (person) => {
      const answer = await api("/control/sessions", { method: "POST", headers: json, body: JSON.stringify(person) });
      if (!answer.ok) throw new Error(`a sign-in was refused: ${await answer.text()}`);
    }),
  ).finally(() => {
    done = true;
  });
  const others: number[] = [];
  while (!done) {
    const start = performance.now();
    await (await api("/control/config-info")).arrayBuffer();
    others.push(performance.now() - start);
    await sleep(5);
  }
  await signIns;
  const seconds = (performance.now() - began) / 1000;
  return { p50Ms: quantile(others, 0.5), p95Ms: quantile(others, 0.95), signInsPerSecond: SIGN_INS / seconds };
}
