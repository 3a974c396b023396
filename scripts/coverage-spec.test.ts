import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeCoverage, idsInTitle, measureCoverage, parseDoneList, parseRequirements } from "./coverage-spec.ts";
import type { TestOutcome } from "./test-reports.ts";

const MARKDOWN = `# Requirements
| id | must hold |
|---|---|
| ACC-01 | UI \`/Login\`: tabs |
| ACC-02 | Captcha: single use |
| USR-07 | Operation log (UI \`Log\`): who did what |
| NAV-09 | UI header shows |
| not a row |
`;
const requirements = parseRequirements(MARKDOWN);

function test(title: string, status: TestOutcome["status"] = "passed", file = "apps/server/x.test.ts"): TestOutcome {
  return { file, suite: "", title, seconds: 0, status };
}

describe("reading", () => {
  it("takes ids from the first column and knows the UI rows", () => {
    expect(requirements).toEqual([
      { id: "ACC-01", ui: true },
      { id: "ACC-02", ui: false },
      { id: "USR-07", ui: false },
      { id: "NAV-09", ui: true },
    ]);
  });

  it("finds several ids in one title, and nothing that is not in brackets", () => {
    expect(idsInTitle("both hold (ACC-03) [ACC-01] [ACC-02] [why not] [MQTT-3.8.3-3]")).toEqual(["ACC-01", "ACC-02"]);
  });

  it("leaves remarks and empty lines of the done list out", () => {
    expect(parseDoneList("# ids\n\nACC-01 # since the first day\nACC-02\n")).toEqual(["ACC-01", "ACC-02"]);
  });
});

describe("counting", () => {
  const covered = (...tests: TestOutcome[]) => measureCoverage(requirements, tests, []).covered;

  it("counts a passed test", () => {
    expect(covered(test("captcha [ACC-02] [USR-07]"))).toEqual(["ACC-02", "USR-07"]);
  });

  it("counts neither a skipped nor a failed test", () => {
    expect(covered(test("captcha [ACC-02]", "skipped"), test("log [USR-07]", "failed"))).toEqual([]);
  });

  it("lets one failed proof outweigh the passed ones", () => {
    expect(covered(test("a [ACC-02]"), test("b [ACC-02]", "failed"))).toEqual([]);
  });

  it("counts UI rows from the browser journeys only", () => {
    expect(covered(test("page [ACC-01]"), test("header [NAV-09]", "passed", "e2e/pages/shell.test.ts"))).toEqual([
      "NAV-09",
    ]);
  });
});

describe("judging", () => {
  it("does not hold a test against a machine that cannot run it, but names it", () => {
    const coverage = measureCoverage(requirements, [test("captcha [ACC-02]", "skipped")], ["ACC-02", "USR-07"]);
    expect(coverage).toMatchObject({ lost: ["USR-07"], untried: ["ACC-02"] });
    expect(describeCoverage(coverage, 2).join("\n")).toContain("skipped here: ACC-02");
  });

  it("names unknown ids of titles, also of skipped tests, and of the done list", () => {
    const coverage = measureCoverage(requirements, [test("x [ACC-99]", "skipped")], ["XYZ-01"]);
    expect(coverage.unknown).toEqual(["ACC-99", "XYZ-01"]);
    expect(describeCoverage(coverage, 1).at(-1)).toMatch(/FAILED/);
  });

  it("names promised ids that no test proves", () => {
    const coverage = measureCoverage(requirements, [test("captcha [ACC-02]")], ["ACC-01", "ACC-02"]);
    expect(coverage.lost).toEqual(["ACC-01"]);
    expect(describeCoverage(coverage, 2).at(-1)).toMatch(/FAILED/);
  });

  it("is content with missing ids that nobody promised, and says how many", () => {
    const lines = describeCoverage(measureCoverage(requirements, [test("captcha [ACC-02]")], ["ACC-02"]), 1);
    expect(lines.slice(-6)).toEqual([
      "requirements 4",
      "covered      1",
      "missing      3 (ACC 1, USR 1, NAV 1)",
      "unknown      0",
      "done list    1 promised, 0 not covered",
      "coverage ok",
    ]);
  });
});

describe("this house", () => {
  // Known only at the end of a whole run otherwise.
  it("names in its titles only ids that the requirements have", () => {
    const root = dirname(import.meta.dirname);
    const known = new Set(
      parseRequirements(readFileSync(join(root, "docs/requirements.md"), "utf8")).map(({ id }) => id),
    );
    const unknown = ["apps", "packages", "e2e"]
      .flatMap((folder) => testsUnder(join(root, folder)))
      .flatMap((file) => idsInTitle(readFileSync(file, "utf8")).map((id) => ({ id, file })))
      .filter(({ id }) => !known.has(id));
    expect(unknown).toEqual([]);
  });
});

function testsUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "dist")
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return testsUnder(path);
      return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
    });
}
