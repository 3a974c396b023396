import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { environment } from "./setup/node24.mjs";
import { readReports, totals, troubles } from "./test-reports.ts";

interface Step {
  name: string;
  args: readonly string[];
  /** Set for a vitest run: the report it must leave in reports/. */
  report?: string;
}

const vitest = (project: string): Step => ({
  name: `${project} tests`,
  args: ["node_modules/vitest/vitest.mjs", "run", "--project", project],
  report: `${project}.json`,
});

const STEPS: readonly Step[] = [
  { name: "check", args: ["scripts/check.ts"] },
  vitest("unit"),
  vitest("integration"),
  { name: "web build", args: ["scripts/build-web.ts"] },
  { name: "bundle size", args: ["scripts/bundle-size.ts"] },
  vitest("e2e"),
  { name: "requirement coverage", args: ["scripts/coverage-spec.ts"] },
];

/** Every step runs, also after a failure: one run shows all there is to mend. Gives the exit code. */
export async function runEverything(root: string): Promise<number> {
  const reports = join(root, "reports");
  // Reports of an earlier run would count as proof of this one.
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);

  const results = [];
  for (const step of STEPS) results.push(await runStep(root, step));

  console.log("\nSummary");
  for (const { name, ok, seconds } of results) console.log(`  ${ok ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
  const wanted = STEPS.flatMap((step) => (step.report ? [step.report] : []));
  const read = readReports(reports);
  const { failed: broken, secondTry, skipped: notRun } = troubles(read);
  for (const line of notRun) console.log(`  skipped: ${line}`);
  for (const line of secondTry) console.log(`  passed at the second try: ${line}`);
  for (const line of broken) console.log(`  FAILED ${line}`);
  const { passed, failed, skipped } = totals(read, wanted);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return results.every((result) => result.ok) && failed === 0 ? 0 : 1;
}

async function runStep(root: string, step: Step): Promise<{ name: string; ok: boolean; seconds: string }> {
  console.log(`\n${step.name}`);
  const began = performance.now();
  const code = await run(root, step);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${step.name}: ${code === 0 ? "ok" : `failed (exit ${code})`} (${seconds} s)`);
  return { name: step.name, ok: code === 0, seconds };
}

function run(root: string, step: Step): Promise<number> {
  const env = environment(root, step.report ? { CANOPY_REPORT: `reports/${step.report}` } : {});
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, step.args, { cwd: root, env, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
