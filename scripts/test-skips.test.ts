import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ALLOWED_SKIPS, OUT_OF_TIME, unexpectedSkips } from "./test-skips.ts";

it("names each skip that has no reason", () => {
  const lines = ["a.test.ts > one", "b.test.ts > two [DAT-01]"];
  expect(unexpectedSkips(lines, [{ test: /^a\.test\.ts > /, reason: "no such engine here" }])).toEqual([lines[1]]);
  expect(unexpectedSkips(["e2e/frames/frames.test.ts > frames arrive [DAT-01]"])).toHaveLength(1);
});

it("takes the end of the time as a reason for journeys alone", () => {
  const lines = ["e2e/frames/frames.test.ts > frames arrive [DAT-01]", "apps/server/a.it.test.ts > one"];
  expect(unexpectedSkips(lines, [OUT_OF_TIME])).toEqual([lines[1]]);
});

it.each([
  "packages/can/logs/corpus.test.ts",
  "packages/can/dbc/write/write.test.ts",
  "packages/can/bus/bus.test.ts",
  "packages/can/gps/gps.test.ts",
  "packages/can/firmware/firmware.test.ts",
  "apps/server/platform/engines/data-folder.test.ts",
  "apps/server/testing/faults/disk-full.it.test.ts",
])("%s is where the list says", (file) => {
  expect(existsSync(join(dirname(import.meta.dirname), file))).toBe(true);
  expect(ALLOWED_SKIPS.some(({ test }) => test.test(`${file} > a title`))).toBe(true);
});
