// `npm run coverage:spec`: which requirement of docs/requirements.md has a test that ran and passed.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readReports, type TestOutcome } from "./test-reports.ts";

export interface Requirement {
  id: string;
  /** Rows that begin with UI are proved in a real browser only. */
  ui: boolean;
}

export interface Coverage {
  covered: string[];
  missing: string[];
  /** Ids in test titles or in the done list that no requirement has. */
  unknown: string[];
  /** Ids of the done list that are missing: coverage only grows. */
  lost: string[];
  /** Ids of the done list whose proofs could not run on this machine (no browser, say) and said so by skipping. */
  untried: string[];
}

export function parseRequirements(markdown: string): Requirement[] {
  return markdown
    .split("\n")
    .map((line) => /^\|\s*([A-Z]+-\d+)\s*\|\s*(.*)$/.exec(line))
    .flatMap((row) => (row ? [{ id: row[1] ?? "", ui: /^UI[\s`]/.test(row[2] ?? "") }] : []));
}

/** One id per line; `#` begins a remark. */
export function parseDoneList(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line !== "");
}

export function idsInTitle(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]{2,}-\d+)\]/g)].map((match) => match[1] ?? "");
}

export function measureCoverage(
  requirements: readonly Requirement[],
  tests: readonly TestOutcome[],
  done: readonly string[],
): Coverage {
  const named = tests.flatMap((test) => idsInTitle(test.title).map((id) => ({ id, test })));
  const proofsOf = (requirement: Requirement) =>
    named.filter(({ id, test }) => id === requirement.id && (!requirement.ui || inBrowser(test)));
  const proved = (requirement: Requirement) => {
    const proofs = proofsOf(requirement);
    // One failing proof outweighs the passing ones.
    return proofs.some(({ test }) => test.status === "passed") && !proofs.some(({ test }) => test.status === "failed");
  };
  const known = new Set(requirements.map((requirement) => requirement.id));
  const covered = requirements.filter(proved).map((requirement) => requirement.id);
  const missing = requirements.map((requirement) => requirement.id).filter((id) => !covered.includes(id));
  const wasSkipped = (requirement: Requirement) => {
    const proofs = proofsOf(requirement);
    return proofs.length > 0 && proofs.every(({ test }) => test.status === "skipped");
  };
  const skipped = requirements.filter(wasSkipped).map((requirement) => requirement.id);
  const mentioned = [...named.map(({ id }) => id), ...done];
  return {
    covered,
    missing,
    unknown: [...new Set(mentioned.filter((id) => !known.has(id)))].sort(),
    lost: done.filter((id) => missing.includes(id) && !skipped.includes(id)),
    untried: done.filter((id) => skipped.includes(id)),
  };
}

function inBrowser(test: TestOutcome): boolean {
  return test.file.startsWith("e2e/");
}

/** The last six lines are the summary that the stop hook shows. */
export function describeCoverage(coverage: Coverage, doneCount: number): string[] {
  const { covered, missing, unknown, lost, untried } = coverage;
  const ok = unknown.length === 0 && lost.length === 0;
  return [
    "covered:",
    ...byArea(covered),
    "missing:",
    ...byArea(missing),
    ...(untried.length > 0 ? [`promised, but their tests were skipped here: ${untried.join(" ")}`] : []),
    "",
    `requirements ${covered.length + missing.length}`,
    `covered      ${covered.length}`,
    `missing      ${missing.length} (${areaCounts(missing)})`,
    `unknown      ${unknown.length}${unknown.length ? `: ${unknown.join(" ")}` : ""}`,
    `done list    ${doneCount} promised, ${lost.length} not covered${lost.length ? `: ${lost.join(" ")}` : ""}`,
    ok ? "coverage ok" : "coverage FAILED: unknown ids, or promised ids without a passing test",
  ];
}

function byArea(ids: readonly string[]): string[] {
  if (ids.length === 0) return ["  none"];
  return [...grouped(ids)].map(([, group]) => `  ${group.join(" ")}`);
}

function areaCounts(ids: readonly string[]): string {
  return [...grouped(ids)].map(([area, group]) => `${area} ${group.length}`).join(", ") || "none";
}

function grouped(ids: readonly string[]): Map<string, string[]> {
  return Map.groupBy(ids, (id) => id.split("-")[0] ?? "");
}

function main(root: string): number {
  const reports = join(root, "reports");
  if (!existsSync(reports)) {
    console.log("no test reports in reports/: run npm test first");
    return 1;
  }
  const requirements = parseRequirements(readFileSync(join(root, "docs/requirements.md"), "utf8"));
  const done = parseDoneList(readFileSync(join(root, "docs/requirements-done.txt"), "utf8"));
  const tests = readReports(reports).flatMap((report) => report.tests);
  const coverage = measureCoverage(requirements, tests, done);
  for (const line of describeCoverage(coverage, done.length)) console.log(line);
  return coverage.unknown.length === 0 && coverage.lost.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(dirname(import.meta.dirname));
