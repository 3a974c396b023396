import { describe, expect, it } from "vitest";
import { parseReport, totals } from "./test-reports.ts";

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
    const parsed = report([{ name: "/project/b.test.ts", status: "failed", assertionResults: [] }]);
    expect(totals([parsed], ["unit.json", "e2e.json"])).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });
});
