import { expect, it } from "vitest";
import { importRange } from "./import-range.ts";

const found = {
  format: "asc",
  sha256: "",
  frames: 2,
  bytes: 0,
  first: "1700000000000000",
  last: "1700000060000000",
  channels: [],
  problems: [],
  problem_count: 0,
};

it("is where the frames were stored: the times of the file and the shift [DAT-07]", () => {
  expect(importRange({ found, shift_ms: 0 })).toEqual({ fromMs: 1_700_000_000_000, toMs: 1_700_000_060_001 });
  expect(importRange({ found, shift_ms: -8 * 3_600_000 })).toEqual({
    fromMs: 1_699_971_200_000,
    toMs: 1_699_971_260_001,
  });
  expect(importRange({ found: null, shift_ms: 0 })).toBeUndefined();
});
