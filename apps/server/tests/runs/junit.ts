import type { TestCheck, Verdict } from "@canopy/contract/tests/scripts";

/** A finished run, as its report has it. */
export interface ReportedRun {
  readonly routine: string;
  readonly device: string;
  readonly verdict: Verdict;
  readonly startMs: number;
  readonly endMs: number;
  readonly checks: readonly TestCheck[];
  /** Why it ended early, in words. */
  readonly failure: string | null;
  readonly output: string;
}

/** TST-01: the run as JUnit XML: a check is a test case; what could not be judged is skipped. */
export function junitOf(run: ReportedRun): string {
  const failed = run.checks.filter(({ outcome }) => outcome === "failed").length;
  const skipped = run.checks.filter(({ outcome }) => outcome === "noData").length;
  const errors = run.failure === null ? 0 : 1;
  const counts = `tests="${run.checks.length + errors}" failures="${failed}" errors="${errors}" skipped="${skipped}"`;
  const time = ((run.endMs - run.startMs) / 1000).toFixed(3);
  const at = new Date(run.startMs).toISOString().replace("Z", "");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts} time="${time}">`,
    `  <testsuite name="${escaped(run.routine)}" hostname="${escaped(run.device)}" timestamp="${at}" ${counts} time="${time}">`,
    ...run.checks.map((check) => caseOf(run, check)),
    ...(run.failure === null ? [] : [errorCase(run, run.failure)]),
    ...(run.output === "" ? [] : [`    <system-out>${escaped(run.output)}</system-out>`]),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf({ routine }: ReportedRun, check: TestCheck): string {
  const name = escaped([check.kind, check.subject, check.requirement].filter((part) => part !== "").join(" "));
  const opening = `    <testcase classname="${escaped(routine)}" name="${name}"`;
  if (check.outcome === "passed") return `${opening}/>`;
  if (check.outcome === "noData") return `${opening}><skipped message="no data"/></testcase>`;
  const moment = check.at_time === null ? "" : ` at ${new Date(check.at_time).toISOString()}`;
  const told = escaped(`measured ${check.measured ?? "—"}${moment}, ${check.failed} of ${check.judged} outside`);
  return `${opening}><failure message="${told}" type="${check.kind}"/></testcase>`;
}

function errorCase({ routine }: ReportedRun, failure: string): string {
  return `    <testcase classname="${escaped(routine)}" name="run"><error message="${escaped(failure)}"/></testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** XML 1.0 §2.2: these characters cannot stand in a document, not even as an entity. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
