import { sentFrame } from "@canopy/contract/device-link/sent-frame";
import { udsRequest } from "@canopy/contract/device-link/uds";
import { describe, expect, it } from "vitest";
import { readFrames, readSteps, writeFrames, writeSteps } from "./command-lines.ts";

describe("the commands of a routine as lines [TST-01]", () => {
  it("are read and written alike", () => {
    const text = "CAN1 100 0102\nCAN2 18FEF100x 01 +50\nCAN1 7DF";
    const read = readFrames(text);
    expect(read).toMatchObject({
      ok: true,
      items: [
        { channel: 0, id: 0x100, extended: false, data: "0102", delay_ms: 0 },
        { channel: 1, id: 0x18fef100, extended: true, data: "01", delay_ms: 50 },
        { channel: 0, id: 0x7df, data: "" },
      ],
    });
    expect(read.ok && writeFrames(read.items)).toBe(text);
  });

  it("make a frame of CAN FD of more than eight bytes", () => {
    expect(readFrames(`CAN1 100 ${"AB".repeat(12)}`)).toMatchObject({ ok: true, items: [{ fd: true }] });
  });

  it("of UDS have both identifiers", () => {
    const read = readSteps("can1 7e0 7e8 22 F1 90\n\nCAN1 18DA10F1x 18DAF110x 1003");
    expect(read).toMatchObject({
      ok: true,
      items: [
        { request_id: 0x7e0, response_id: 0x7e8, data: "22F190" },
        { request_id: 0x18da10f1, response_id: 0x18daf110, extended: true, data: "1003" },
      ],
    });
    expect(read.ok && writeSteps(read.items)).toBe("CAN1 7E0 7E8 22F190\nCAN1 18DA10F1x 18DAF110x 1003");
  });

  it("of a routine made elsewhere lose nothing", () => {
    const frames = [
      { channel: 0, id: 0x100, data: "0102", fd: true, brs: true },
      { channel: 1, id: 0x101, remote: true, length: 4, delay_ms: 5 },
      { channel: 0, id: 0x102, data: "AB".repeat(12), fd: true },
    ].map((one) => sentFrame.parse(one));
    expect(writeFrames(frames)).toBe(
      `CAN1 100 0102 /fd /brs\nCAN2 101 +5 /remote /length=4\nCAN1 102 ${"AB".repeat(12)}`,
    );
    expect(readFrames(writeFrames(frames))).toEqual({ ok: true, items: frames });
    const steps = [
      { channel: 0, request_id: 0x7df, response_id: 0x7e8, data: "3E80", functional: true, suppress_response: true },
      { channel: 0, request_id: 0x7e0, response_id: 0x7e8, data: "22F190", fill_byte: null, timeout_ms: 50 },
    ].map((one) => udsRequest.parse(one));
    expect(readSteps(writeSteps(steps))).toEqual({ ok: true, items: steps });
  });

  it.each(["CAN1 100 01 /nope", "CAN1 100 01 /brs", "CAN1 100 01 /length=x", "CAN1 100 01 /toString"])(
    "%s is refused: an option that is unknown or does not fit",
    (line) => expect(readFrames(line)).toEqual({ ok: false, line: 1 }),
  );

  it.each(["CAN0 100 01", "CAN1 800 01", "CAN1 100 1", "CAN1 100 010203040506070809", "LIN1 10 01", "nothing"])(
    "%s is refused with its line",
    (line) => expect(readFrames(`CAN1 100 01\n${line}`)).toEqual({ ok: false, line: 2 }),
  );

  it("a step without bytes is refused", () => expect(readSteps("CAN1 7E0 7E8")).toEqual({ ok: false, line: 1 }));
});
