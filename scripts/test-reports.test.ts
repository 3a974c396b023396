import { describe, expect, it } from "vitest";
import { parseReport, slowestFiles, totals, troubles } from "./test-reports.ts";

const report = (files: unknown[]) => parseReport("unit.json", JSON.stringify({ testResults: files }), "/project");

describe("totals over the vitest reports", () => {
  it("counts passed, failed and skipped tests, with files relative to the root", () => {
    const parsed = report([
      {
        name: "/project/e2e/a.test.ts",
        status: "failed",
        assertionResults: [
          { title: "one", status: "passed" },
          { title: "two", status: "failed" },
          { title: "three", status: "pending" },
          { title: "four", status: "todo" },
        ],
      },
    ]);
    expect(parsed.tests.map((test) => test.file)).toContain("e2e/a.test.ts");
    expect(totals([parsed], ["unit.json"])).toEqual({ passed: 1, failed: 1, skipped: 2 });
  });

  it("counts a file that could not be loaded, and a run without report, as failures", () => {
    const parsed = report([
      { name: "/project/a.test.ts", status: "passed", assertionResults: [{ title: "one", status: "passed" }] },
      { name: "/project/b.test.ts", status: "failed", assertionResults: [] },
    ]);
    expect(totals([parsed], ["unit.json", "e2e.json"])).toEqual({ passed: 1, failed: 2, skipped: 0 });
  });

  it("counts a run in which every test skipped as a failure, and names each", () => {
    const parsed = report([
      { name: "/project/a.test.ts", status: "passed", assertionResults: [{ title: "one", status: "pending" }] },
    ]);
    expect(totals([parsed], ["unit.json"])).toEqual({ passed: 0, failed: 1, skipped: 1 });
    expect(troubles([parsed]).skipped).toEqual(["a.test.ts > one"]);
  });

  it("names what failed and what passed only at a later try, each with its first line", () => {
    const parsed = report([
      {
        name: "/project/a.test.ts",
        status: "failed",
        assertionResults: [
          { title: "one", status: "passed", failureMessages: [] },
          { title: "two", status: "passed", failureMessages: ["Error: late\n    at a.ts:1"] },
          { title: "three", status: "failed", failureMessages: ["Error: wrong\n    at a.ts:2"] },
        ],
      },
      { name: "/project/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    ]);
    expect(troubles([parsed])).toEqual({
      failed: ["b.test.ts > no such module", "a.test.ts > three > Error: wrong"],
      secondTry: ["a.test.ts > two > Error: late"],
      skipped: [],
    });
  });

  it("gives the slowest files of all projects, the slowest first", () => {
    const file = (name: string, ms: number) => ({
      name: `/project/${name}`,
      status: "passed",
      startTime: 1000,
      endTime: 1000 + ms,
      assertionResults: [],
    });
    const reports = [report([file("a", 500), file("b", 2500)]), report([file("c", 1500)])];
    expect(slowestFiles(reports, 2)).toEqual([
      { file: "b", seconds: 2.5 },
      { file: "c", seconds: 1.5 },
    ]);
  });
});
