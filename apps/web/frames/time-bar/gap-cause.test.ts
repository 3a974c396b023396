import { expect, it } from "vitest";
import { gapCause } from "./gap-cause.ts";
import type { Mark } from "./time-bar-data.ts";

const gap = { fromMs: 100_000, toMs: 200_000 };
const stay = (online_time: number, offline_time: number | null) => ({ online_time, offline_time });
const off: Mark = { kind: "busOff", atMs: 97_000, name: "CAN1" };

it("a gap has the cause that most of it has [DEV-13]", () => {
  expect(gapCause(gap, [], [])).toBe("offline");
  expect(gapCause(gap, [stay(0, 120_000)], [off])).toBe("offline");
  expect(gapCause(gap, [stay(0, null)], [])).toBe("silent");
  expect(gapCause(gap, [stay(0, 120_000), stay(130_000, null)], [])).toBe("silent");
});

it("while it was online, a bus that was off before it or in it is its cause [DEV-13]", () => {
  expect(gapCause(gap, [stay(0, null)], [off])).toBe("busOff");
  expect(gapCause(gap, [stay(0, null)], [{ ...off, atMs: 10_000, toMs: 20_000 }])).toBe("silent");
  expect(gapCause(gap, [stay(0, null)], [{ ...off, atMs: 250_000 }])).toBe("silent");
  expect(gapCause(gap, [stay(0, null)], [{ ...off, kind: "errorBurst" }])).toBe("silent");
});
