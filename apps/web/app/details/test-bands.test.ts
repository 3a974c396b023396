import type { TestRunRow } from "@canopy/contract/tests/runs";
import { expect, it } from "vitest";
import { windowOf } from "./test-bands.ts";

const run = { created_time: 100, ended_time: 200, from_time: null, to_time: null, is_dry: false } as TestRunRow;

it("a run lies on the time bar where its data is, else where it was begun [TST-01]", () => {
  expect(windowOf({ ...run, from_time: 10, to_time: 20 }, 900)).toEqual({ fromMs: 10, toMs: 20 });
  expect(windowOf(run, 900)).toEqual({ fromMs: 100, toMs: 200 });
  expect(windowOf({ ...run, ended_time: null }, 900)).toEqual({ fromMs: 100, toMs: 900 });
  expect(windowOf({ ...run, is_dry: true }, 900)).toBeUndefined();
});
