import { sentFrame } from "@canopy/contract/device-link/sent-frame";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { describe, expect, it } from "vitest";
import { frameOfStored } from "../sources/stored-frame.ts";
import { candumpText, framesToSend } from "./history-frames.ts";

const row = (changes: Partial<StoredFrameRow>) =>
  frameOfStored({
    key: "1.1",
    time: "1700000000000001",
    channel: 0,
    id: 0x123,
    extended: false,
    type: "classic",
    direction: "received",
    brs: false,
    esi: false,
    length: 2,
    data: "0A0B",
    ...changes,
  });

describe("chosen rows of the history", () => {
  it("are copied as candump writes them, in the order of time [DAT-02]", () => {
    const later = row({ time: "1700000001000001", id: 0x18fef100, extended: true, channel: 1 });
    const remote = row({ time: "1700000002000001", type: "remote", data: "", length: 8 });
    const fd = row({ time: "1700000003000001", type: "fd", data: "AA".repeat(12), length: 12 });
    expect(
      candumpText([later, row({}), fd, remote])
        .trimEnd()
        .split("\n"),
    ).toEqual([
      "(1700000000.000001) can0 123#0A0B",
      "(1700000001.000001) can1 18FEF100#0A0B",
      "(1700000002.000001) can0 123#R8",
      `(1700000003.000001) can0 123##0${"AA".repeat(12)}`,
    ]);
  });

  it("are sent again with the pauses they were seen with; error frames are left out [DAT-02] [DEV-06]", () => {
    const frames = framesToSend([row({ time: "1700000000250001" }), row({}), row({ type: "error" })]);
    expect(frames.map(({ delay_ms }) => delay_ms)).toEqual([0, 250]);
    for (const frame of frames) expect(sentFrame.safeParse(frame).success).toBe(true);
  });
});
