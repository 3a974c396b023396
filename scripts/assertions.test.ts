import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import config from "../vitest.config.ts";
import { parseReport } from "./test-reports.ts";

const ROOT = dirname(import.meta.dirname);

it("every project fails a test that asserts nothing", () => {
  const projects = config.test?.projects ?? [];
  expect(projects).toHaveLength(4);
  for (const project of projects) expect(project).toMatchObject({ test: { expect: { requireAssertions: true } } });
});

it("the canary: of two tests the one without an assertion fails", { timeout: 120_000 }, () => {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache/canary-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(import.meta.dirname, "fixtures/no-assertion"), folder, { recursive: true });
  const report = join(folder, "report.json");
  const args = ["run", "--root", folder, "--reporter=json", `--outputFile=${report}`, "--expect.requireAssertions"];
  spawnSync(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), ...args], { stdio: "ignore" });
  const { tests } = parseReport("canary", readFileSync(report, "utf8"), folder);
  expect(tests.map(({ title, status }) => [title, status])).toEqual([
    ["asserts something", "passed"],
    ["asserts nothing", "failed"],
  ]);
});
