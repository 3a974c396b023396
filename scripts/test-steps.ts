import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { executeIn, runGraph, type Step } from "./step-graph.ts";
import { type Report, readReports, slowestFiles, totals, troubles } from "./test-reports.ts";
import { ALLOWED_SKIPS, OUT_OF_TIME, unexpectedSkips } from "./test-skips.ts";

const PROJECTS = ["unit", "integration", "e2e"] as const;
const reportOf = (project: string) => `${project}.json`;

const vitest = (project: (typeof PROJECTS)[number], after: readonly string[] = []): Step => ({
  name: project,
  args: ["node_modules/vitest/vitest.mjs", "run", "--project", project],
  env: { CANOPY_REPORT: `reports/${reportOf(project)}` },
  after,
});

/** The longest first. Journeys, which time a browser, have the machine to themselves. */
const STEPS: readonly Step[] = [
  vitest("integration"),
  { name: "web build", args: ["scripts/build-web.ts"] },
  { name: "bundle size", args: ["scripts/bundle-size.ts"], after: ["web build"] },
  { name: "check", args: ["scripts/check.ts"] },
  { name: "browser", args: ["scripts/bring-browser.ts"] },
  vitest("unit"),
  vitest("e2e", ["integration", "bundle size", "check", "browser", "unit"]),
  { name: "coverage", args: ["scripts/coverage-spec.ts"], after: ["e2e"] },
];
const STEPS_AT_ONCE = 2;
const SLOWEST = 20;

/** Gives the exit code. */
export async function runEverything(root: string): Promise<number> {
  const reports = join(root, "reports");
  // Reports of an earlier run would count as proof of this one.
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);

  const began = performance.now();
  const results = await runGraph(STEPS, STEPS_AT_ONCE, executeIn(root));
  const read = readReports(reports);
  printSlowest(read);
  console.log(`\nSummary (${minutes(performance.now() - began)} min)`);
  for (const { name, ok, seconds } of results)
    console.log(`  ${ok ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)`);
  const failed = printTests(read);
  return results.every((result) => result.ok) && failed === 0 ? 0 : 1;
}

const minutes = (ms: number) => (ms / 60_000).toFixed(1);

function printSlowest(reports: readonly Report[]): void {
  console.log(`\nSlowest ${SLOWEST} files`);
  for (const { file, seconds } of slowestFiles(reports, SLOWEST))
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
}

/** Gives how many failures there were. In CI a skip that nobody gave a reason for is one. */
function printTests(reports: readonly Report[]): number {
  const { failed, secondTry, skipped } = troubles(reports);
  for (const line of skipped) console.log(`  skipped: ${line}`);
  for (const line of secondTry) console.log(`  passed at a later try: ${line}`);
  const isLate = Date.now() > Number(process.env.CANOPY_TEST_UNTIL ?? Number.POSITIVE_INFINITY);
  const unexpected = process.env.CI
    ? unexpectedSkips(skipped, isLate ? [...ALLOWED_SKIPS, OUT_OF_TIME] : undefined)
    : [];
  for (const line of unexpected) console.log(`  FAILED, skipped without a reason in scripts/test-skips.ts: ${line}`);
  for (const line of failed) console.log(`  FAILED ${line}`);
  const count = totals(reports, PROJECTS.map(reportOf));
  const failures = count.failed + unexpected.length;
  console.log(`${count.passed} passed, ${failures} failed, ${count.skipped} skipped`);
  return failures;
}
