import { sentFrame } from "@canopy/contract/device-link/sent-frame";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readListFile, writeListFile } from "./command-list-file.ts";
import { readPastedFrame, readPastedFrames } from "./pasted-frames.ts";

const frame = sentFrame.parse({ channel: 1, id: 0x123, data: "0A0B", delay_ms: 5 });

describe("the file of a command list", () => {
  it("comes back as it was written [DEV-06]", () => {
    const content = { name: "wake up", frames: [frame, frame], repeat: 0, period_ms: 100 };
    expect(readListFile(writeListFile(content))).toEqual({ ok: true, content });
  });

  it("says what is wrong with any other file [DEV-06]", () => {
    const of = (changes: object) =>
      JSON.stringify({ format: "canopy-command-list/1", name: "n", frames: [frame], ...changes });
    expect(readListFile("{ frames: ")).toEqual({ ok: false, problem: "notJson" });
    expect(readListFile("[1, 2]")).toEqual({ ok: false, problem: "notAList" });
    expect(readListFile(of({ frames: [] }))).toEqual({ ok: false, problem: "notAList" });
    expect(readListFile(of({ frames: Array(101).fill(frame) }))).toEqual({ ok: false, problem: "notAList" });
    expect(readListFile(of({ frames: [frame, { ...frame, id: 0x800 }] }))).toEqual({
      ok: false,
      problem: "badItem",
      item: 2,
    });
    expect(readListFile("x".repeat(1024 * 1024 + 1))).toEqual({ ok: false, problem: "tooLarge" });
  });

  it("survives any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readListFile(text).ok).toBe(false);
      }),
    );
  });
});

describe("a pasted line", () => {
  it("is read as candump and cansend write it [DEV-06]", () => {
    expect(readPastedFrame("(1700000000.000001) can1 123#0A0B", 0)).toMatchObject({
      channel: 1,
      id: 0x123,
      data: "0A0B",
    });
    expect(readPastedFrame("18FEF100#FF.7D.00", 2)).toMatchObject({ channel: 2, extended: true, data: "FF7D00" });
    expect(readPastedFrame("vcan0 7DF#R8", 0)).toMatchObject({ remote: true, length: 8, data: "" });
    expect(readPastedFrame(`123##1${"AA".repeat(12)}`, 0)).toMatchObject({ fd: true, brs: true });
  });

  it("garbage is no frame, and is counted", () => {
    for (const text of ["", "hello", "123#0", "123#00112233445566778899", "FFF#00", "<script>"]) {
      expect(readPastedFrame(text, 0), text).toBeUndefined();
    }
    expect(readPastedFrames("123#00\nnonsense\n\n124#01", 0)).toMatchObject({
      frames: [{ id: 0x123 }, { id: 0x124 }],
      unread: 1,
    });
    fc.assert(
      fc.property(fc.string(), (text) => {
        readPastedFrames(text, 0);
      }),
    );
  });
});
