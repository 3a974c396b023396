import { expect, it } from "vitest";
import { faultTable } from "./fault-table.ts";
import { parseReport } from "./test-reports.ts";

const report = (name: string, files: unknown[]) =>
  parseReport(name, JSON.stringify({ testResults: files }), "/project");
const test = (title: string, more: object = {}) => ({
  ...{ title, ancestorTitles: ["a full disk"], duration: 1500, status: "passed", failureMessages: [] },
  ...more,
});

it("a run of the faults ends with a table: fault, what is proven, result, seconds", () => {
  const faults = report("faults.json", [
    {
      name: "/project/apps/server/testing/faults/disk.it.test.ts",
      status: "failed",
      assertionResults: [
        test("holds acknowledgements back [DAT-08]"),
        test("goes on", { failureMessages: ["Error: late"] }),
        test("says a | b", { status: "failed", failureMessages: ["Error: wrong\n at x"] }),
        test("needs root", { status: "pending" }),
      ],
    },
    {
      name: "/project/apps/server/frames/store/model.it.test.ts",
      status: "passed",
      assertionResults: [test("one"), test("two", { status: "pending" })],
    },
    { name: "/project/apps/broken.it.test.ts", status: "failed", message: "no such module", assertionResults: [] },
  ]);
  expect(faultTable(["faults", "faults-fuzz"], [faults])).toEqual([
    "| fault | what is proven | result | seconds |",
    "|---|---|---|---|",
    "| a full disk | holds acknowledgements back [DAT-08] | ok | 1.5 |",
    "| a full disk | goes on | ok, at a later try | 1.5 |",
    "| a full disk | says a \\| b | FAILED: Error: wrong | 1.5 |",
    "| a full disk | needs root | skipped | 1.5 |",
    "| faults: apps/server/frames/store/model.it.test.ts | 2 tests | ok, 1 skipped | 3.0 |",
    "| apps/broken.it.test.ts | - | FAILED: no such module | 0.0 |",
    "| faults-fuzz | - | FAILED: no report | 0.0 |",
  ]);
});
