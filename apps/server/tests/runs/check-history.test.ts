import type { TestCheck } from "@canopy/contract/tests/scripts";
import { expect, it } from "vitest";
import { checkHistory, limitsOf } from "./check-history.ts";

const check = (measured: number | null, more: Partial<TestCheck> = {}): TestCheck => ({
  kind: "within",
  subject: "A.B",
  requirement: "0 … 50",
  outcome: measured === null ? "noData" : "passed",
  measured,
  judged: 1,
  failed: 0,
  at_time: null,
  from_time: null,
  ...more,
});

it("a check has its values of the runs that ask for the same [TST-01]", () => {
  const own = [check(3), check(4), check(9, { subject: "A.C" })];
  const runs = [
    { run_id: "1", number: 1, checks: [check(1)] },
    { run_id: "2", number: 2, checks: [check(7, { requirement: "0 … 40" }), check(null)] },
    { run_id: "3", number: 3, checks: own },
  ];
  const measured = checkHistory(own, runs).map(({ runs: of }) => of.map((one) => [one.number, one.measured]));
  expect(measured).toEqual([
    [
      [1, 1],
      [2, null],
      [3, 3],
    ],
    [[3, 4]],
    [[3, 9]],
  ]);
});

it.each([
  ["within", "0 … 50", { low: 0, high: 50 }],
  ["within", "-1.5 … 1e+21", { low: -1.5, high: 1e21 }],
  ["within", "-Infinity … 5", { low: null, high: null }],
  ["cycle", "100 ms ± 10 %", { low: 90, high: 110 }],
  ["responseTime", "≤ 50 ms", { low: null, high: 50 }],
  ["counter", "+ 1 mod 16", { low: null, high: null }],
  ["checksum", "xor, byte 7", { low: null, high: null }],
  ["check", "", { low: null, high: null }],
  ["later", "1 … 2", { low: null, high: null }],
])("limits of %s %s [TST-01]", (kind, requirement, limits) => {
  expect(limitsOf({ kind, requirement })).toEqual(limits);
});
