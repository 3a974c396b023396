import type { Report, TestOutcome } from "./test-reports.ts";

interface Row {
  readonly fault: string;
  readonly proven: string;
  readonly result: string;
  readonly seconds: number;
}

/** Steps whose tests are faults of their own: a row each. The others run whole suites once more: a row for each file. */
const EACH_TEST: ReadonlySet<string> = new Set(["faults-steps", "faults", "faults-cluster"]);

/** Columns for `npm run test:faults`: what was done to the program, what it has to hold, whether it did, and how long that took. */
export function faultTable(steps: readonly string[], reports: readonly Report[]): string[] {
  const rows = steps.flatMap((step) => {
    const report = reports.find(({ name }) => name === `${step}.json`);
    return report === undefined ? [absent(step)] : rowsOf(step, report);
  });
  const cells = (row: Row) => [row.fault, row.proven, row.result, row.seconds.toFixed(1)];
  const lines = rows.map((row) => `| ${cells(row).map(inCell).join(" | ")} |`);
  return ["| fault | what is proven | result | seconds |", "|---|---|---|---|", ...lines];
}

const absent = (step: string): Row => ({ fault: step, proven: "-", result: "FAILED: no report", seconds: 0 });

function rowsOf(step: string, report: Report): Row[] {
  const broken = report.brokenFiles.map(({ file, wrong = "" }) => ({
    ...{ fault: file, proven: "-", result: `FAILED: ${wrong}`, seconds: 0 },
  }));
  const own = EACH_TEST.has(step) ? report.tests.filter(({ file }) => isFault(file)) : [];
  const rest = Map.groupBy(
    report.tests.filter((test) => !own.includes(test)),
    ({ file }) => file,
  );
  const suites = [...rest].map(([file, tests]) => ({
    fault: `${step}: ${file}`,
    proven: `${tests.length} tests`,
    result: resultOf(tests),
    seconds: tests.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
  const single = own.map((test) => ({
    ...{ fault: test.suite || test.file, proven: test.title, result: resultOf([test]), seconds: test.seconds },
  }));
  return [...single, ...suites, ...broken];
}

/** Suites of the store are plain tests too, which the step runs longer. */
const isFault = (file: string): boolean =>
  file.endsWith(".faults.test.ts") || file.includes("/testing/faults/") || file.includes("/testing/cluster/");

function resultOf(tests: readonly TestOutcome[]): string {
  const count = (status: TestOutcome["status"]) => tests.filter((test) => test.status === status).length;
  const [failed, skipped] = [count("failed"), count("skipped")];
  if (failed > 0) return tests.length === 1 ? `FAILED: ${tests[0]?.wrong ?? ""}` : `FAILED: ${failed}`;
  if (skipped === tests.length) return "skipped";
  const late = tests.some(({ status, wrong }) => status === "passed" && wrong) ? ", at a later try" : "";
  return `ok${late}${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const inCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
