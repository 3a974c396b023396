import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { isMissing } from "../../testing/is-missing.ts";
import { compareChecks } from "./compare-checks.ts";
import { junitOf } from "./junit.ts";

const check = (subject: string, outcome: "passed" | "failed" | "noData", measured: number | null) => ({
  kind: "within",
  subject,
  requirement: "0 … 1",
  outcome,
  measured,
  judged: 2,
  failed: outcome === "failed" ? 1 : 0,
  at_time: outcome === "failed" ? Date.UTC(2026, 10, 15, 8, 31, 22, 412) : null,
  from_time: null,
});
const RUN = {
  routine: 'Lamp <"1"> & more',
  device: "EV-01",
  verdict: "fail",
  startMs: Date.UTC(2026, 10, 15, 8, 30, 50),
  endMs: Date.UTC(2026, 10, 15, 8, 31, 53),
  checks: [check("A.Speed", "passed", 0.5), check("A.Lamp", "failed", 83), check("A.None", "noData", null)],
  failure: null,
  output: "tab\tbell\u0007 ]]> <end>",
} as const;

/** Python's reader of XML: nobody of us wrote it. */
const READ = `
import sys, json
import xml.etree.ElementTree as tree
suite = tree.fromstring(sys.stdin.read().encode("utf-8")).find("testsuite")
print(json.dumps({"suite": suite.attrib, "out": suite.findtext("system-out"), "cases": [
  {"name": case.get("name"), "children": [child.tag for child in case]} for case in suite.findall("testcase")]}))
`;
const read = (xml: string) => JSON.parse(execFileSync("python3", ["-c", READ], { input: xml, encoding: "utf8" }));

describe.skipIf(isMissing("python3"))("JUnit XML of a run [TST-01]", () => {
  it("is read by a parser of somebody else, with any text in it", () => {
    const { suite, cases, out } = read(junitOf(RUN));
    expect(suite).toMatchObject({
      name: RUN.routine,
      hostname: "EV-01",
      tests: "3",
      failures: "1",
      skipped: "1",
      time: "63.000",
    });
    expect(cases).toEqual([
      { name: "within A.Speed 0 … 1", children: [] },
      { name: "within A.Lamp 0 … 1", children: ["failure"] },
      { name: "within A.None 0 … 1", children: ["skipped"] },
    ]);
    expect(out).toBe("tab\tbell\ufffd ]]> <end>");
  });

  it("has the reason of a run that ended early as an error", () => {
    const { suite, cases } = read(junitOf({ ...RUN, verdict: "error", checks: [], failure: "device offline" }));
    expect(suite).toMatchObject({ tests: "1", errors: "1" });
    expect(cases).toEqual([{ name: "run", children: ["error"] }]);
  });
});

describe("two runs beside each other [TST-01]", () => {
  it("have the difference of each check, also of equal ones and of those that one run has alone", () => {
    const first = [check("A", "passed", 46), check("B", "passed", 1), check("B", "passed", 2)];
    const second = [check("A", "failed", 83), check("B", "passed", 5), check("C", "noData", null)];
    const told = compareChecks(first, second).map(({ subject, delta }) => [subject, delta]);
    expect(told).toEqual([
      ["A", 37],
      ["B", 4],
      ["B", null],
      ["C", null],
    ]);
  });
});
