// The sign-in page in a real browser, and what fifty people who sign in at once cost everybody else.
import { dirname } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { DEMO_MASTER, DEMO_PASSWORD } from "../apps/server/accounts/seed-demo.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { captchaAnswer } from "../apps/server/testing/read-secrets.ts";
import { findBrowser } from "../e2e/find-browser.ts";
import { type Program, startProgram } from "../e2e/program.ts";
import { openProgramDatabase } from "../e2e/program-database.ts";
import { buildWeb } from "../scripts/build-web.ts";
import type { BenchResult } from "./run.ts";

/** The size of the script is checked in `npm test`. */
const LIMITS = { firstPaintMs: 100, interactiveMs: 1000, p95Ms: 50 };
const PAGE_LOADS = 7;
const SIGN_INS = 50;
const ROOT = dirname(import.meta.dirname);

export async function run(): Promise<BenchResult> {
  await buildWeb(ROOT);
  const program = await startProgram();
  const store = await openProgramDatabase(program.dataFolder);
  const metrics: Record<string, number> = {};
  try {
    Object.assign(metrics, await measurePage(program));
    Object.assign(metrics, await measureSignIns(program, store.db));
  } finally {
    await store.close();
    await program.stop();
  }
  const ratios = Object.entries(LIMITS).map(([name, limit]) => [name, (metrics[name] ?? Number.NaN) / limit] as const);
  return { metrics, peers: { limit: LIMITS }, ratios: Object.fromEntries(ratios) };
}

/** Medians over several visits, the first one (cold server, cold browser) left out. */
async function measurePage(program: Program): Promise<Record<string, number>> {
  const found = await findBrowser();
  if (!found) throw new Error("no browser: set CANOPY_CHROMIUM or install chromium");
  const browser = await chromium.launch({ executablePath: found.executable, args: [...(found.argumentSets[0] ?? [])] });
  const paints: number[] = [];
  const interactive: number[] = [];
  for (let visit = 0; visit <= PAGE_LOADS; visit++) {
    const context = await browser.newContext({ baseURL: program.baseUrl });
    const page = await context.newPage();
    await page.goto("/Login", { waitUntil: "commit" });
    await page.locator("input[name=username]").fill("someone");
    const now = await page.evaluate(() => performance.now());
    const paint = await page.evaluate(() => performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN);
    await context.close();
    if (visit === 0) continue;
    paints.push(paint);
    interactive.push(now);
  }
  await browser.close();
  return { firstPaintMs: quantile(paints, 0.5), interactiveMs: quantile(interactive, 0.5) };
}

/** How long another call takes while fifty sign in at once. */
async function measureSignIns(program: Program, db: Db): Promise<Record<string, number>> {
  const api = (path: string, init?: RequestInit) => fetch(`${program.baseUrl}/api${path}`, init);
  const json = { "content-type": "application/json" };
  const captchas = await Promise.all(
    Array.from({ length: SIGN_INS }, async () => {
      const { uuid } = (await (await api("/control/usercenter/svg")).json()) as { uuid: string };
      return { svg_code: await captchaAnswer(db, uuid), svg_code_uuid: uuid };
    }),
  );
  let done = false;
  const began = performance.now();
  const signIns = Promise.all(
    captchas.map(async (captcha) => {
      const body = JSON.stringify({ username: DEMO_MASTER, password: DEMO_PASSWORD, ...captcha });
      const answer = await api("/control/sessions", { method: "POST", headers: json, body });
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

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
