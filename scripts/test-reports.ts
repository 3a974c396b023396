import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

/** What vitest's JSON report says of one test. */
export interface TestOutcome {
  /** Relative to the project's root. */
  file: string;
  /** Titles of what it lies in. */
  suite: string;
  title: string;
  seconds: number;
  status: "passed" | "failed" | "skipped";
  /** The first line of what went wrong; a test that passed at a later try has one too. */
  wrong?: string | undefined;
}

export interface Report {
  name: string;
  tests: readonly TestOutcome[];
  files: readonly { file: string; seconds: number }[];
  /** Files that broke before any of their tests ran. */
  brokenFiles: readonly { file: string; wrong: string | undefined }[];
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime?: number;
    endTime?: number;
    assertionResults: {
      title: string;
      ancestorTitles?: string[];
      duration?: number | null;
      status: string;
      failureMessages?: string[];
    }[];
  }[];
}

/** The reports of the last run: reports/*.json. */
export function readReports(folder: string, root = join(folder, "..")): Report[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => parseReport(basename(name), readFileSync(join(folder, name), "utf8"), root));
}

export function parseReport(name: string, json: string, root: string): Report {
  const report: VitestReport = JSON.parse(json);
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      file: relative(root, file.name),
      suite: (test.ancestorTitles ?? []).join(", "),
      title: test.title,
      seconds: (test.duration ?? 0) / 1000,
      status: outcome(test.status),
      wrong: firstLine(test.failureMessages?.[0]),
    })),
  );
  const brokenFiles = report.testResults
    .filter((file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"))
    .map((file) => ({ file: relative(root, file.name), wrong: firstLine(file.message) }));
  const files = report.testResults.map((file) => ({
    file: relative(root, file.name),
    seconds: ((file.endTime ?? 0) - (file.startTime ?? 0)) / 1000,
  }));
  return { name, tests, files, brokenFiles };
}

export function slowestFiles(reports: readonly Report[], count: number): Report["files"][number][] {
  return reports
    .flatMap(({ files }) => files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

function outcome(status: string): TestOutcome["status"] {
  if (status === "passed" || status === "failed") return status;
  return "skipped";
}

const firstLine = (text: string | undefined) => text?.trim().split("\n")[0];

/**
 * A run that left no report, one in which no test passed, and a file that could not be loaded count as one failure each:
 * what skips everything proves nothing.
 */
export function totals(reports: readonly Report[], wanted: readonly string[]) {
  const tests = reports.flatMap((report) => report.tests);
  const count = (status: TestOutcome["status"]) => tests.filter((test) => test.status === status).length;
  const hasPassed = ({ tests }: Report) => tests.some(({ status }) => status === "passed");
  const absent = wanted.filter((name) => !reports.some((report) => report.name === name && hasPassed(report))).length;
  const broken = reports.reduce((sum, report) => sum + report.brokenFiles.length, 0);
  return { passed: count("passed"), failed: count("failed") + broken + absent, skipped: count("skipped") };
}

/** What a reader of the last lines must know: which tests failed, needed another try or did not run, and why. */
export function troubles(reports: readonly Report[]): { failed: string[]; secondTry: string[]; skipped: string[] } {
  const tests = reports.flatMap((report) => report.tests);
  const line = ({ file, title, wrong }: { file: string; title?: string; wrong?: string | undefined }) =>
    [file, title, wrong].filter(Boolean).join(" > ");
  return {
    failed: [
      ...reports.flatMap((report) => report.brokenFiles).map(line),
      ...tests.filter((test) => test.status === "failed").map(line),
    ],
    secondTry: tests.filter((test) => test.status === "passed" && test.wrong).map(line),
    skipped: tests.filter((test) => test.status === "skipped").map(line),
  };
}
