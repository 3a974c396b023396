import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { methods } from "../device-link/methods.ts";
import { sentFrame } from "../device-link/sent-frame.ts";
import {
  EMPTY_FRAME_FORM,
  type FrameForm,
  formOfSentFrame,
  frameForm,
  sentFrameOf,
  sentFrameOfSeen,
} from "./frame-form.ts";

const codesOf = (changes: Partial<FrameForm>) => {
  const checked = frameForm.safeParse({ ...EMPTY_FRAME_FORM, id: "100", ...changes });
  return checked.success ? [] : checked.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
};
const serverTakes = (frame: unknown) => methods["frames.send"].params.safeParse({ frames: [frame] }).success;

describe("the form of a frame", () => {
  it("holds the bounds of identifiers, to the number [DEV-06]", () => {
    expect(codesOf({ id: "0x7FF" })).toEqual([]);
    expect(codesOf({ id: "0" })).toEqual([]);
    expect(codesOf({ id: "800" })).toEqual(["id frames.standardIdOutOfRange"]);
    expect(codesOf({ id: "1FFFFFFF", format: "extended" })).toEqual([]);
    expect(codesOf({ id: "20000000", format: "extended" })).toEqual(["id frames.extendedIdOutOfRange"]);
    expect(codesOf({ id: "12G" })).toEqual(["id frames.idNotHex"]);
    expect(codesOf({ id: "" })).toEqual(["id frames.idNotHex"]);
  });

  it("takes an even count of hex characters, and every length that CAN and CAN FD have, no other [DEV-06]", () => {
    for (let size = 0; size <= 65; size++) {
      const data = "5A".repeat(size);
      expect(codesOf({ data }).length === 0, `CAN ${size}`).toBe(size <= 8);
      const fd = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64].includes(size);
      expect(codesOf({ data, protocol: "fd" }).length === 0, `CAN FD ${size}`).toBe(fd);
      expect(serverTakes({ channel: 0, id: 1, data }), `server, CAN ${size}`).toBe(size <= 8);
      expect(serverTakes({ channel: 0, id: 1, data, fd: true }), `server, CAN FD ${size}`).toBe(fd);
    }
    expect(codesOf({ data: "123" })).toEqual(["data frames.dataOdd"]);
    expect(codesOf({ data: "0x12" })).toEqual(["data frames.dataNotHex"]);
    expect(codesOf({ data: "12 34 5a" })).toEqual([]);
  });

  it("remote frames have a length and no data, and CAN FD has none of them [DEV-06]", () => {
    expect(codesOf({ type: "remote", length: "8" })).toEqual([]);
    expect(codesOf({ type: "remote", length: "9" })).toEqual(["length frames.lengthOutOfRange"]);
    expect(codesOf({ type: "remote", protocol: "fd" })).toEqual(["type frames.fdRemote"]);
    expect(serverTakes({ channel: 0, id: 1, remote: true, fd: true })).toBe(false);
    expect(serverTakes({ channel: 0, id: 1, remote: true, data: "00" })).toBe(false);
    expect(serverTakes({ channel: 0, id: 0x800 })).toBe(false);
  });

  it("whatever is typed or pasted: what the form takes the server takes, and it comes back the same [DEV-06]", () => {
    const form = fc.record({
      channel: fc.nat(79),
      protocol: fc.constantFrom("can" as const, "fd" as const),
      format: fc.constantFrom("standard" as const, "extended" as const),
      type: fc.constantFrom("data" as const, "remote" as const),
      brs: fc.boolean(),
      id: fc.oneof(
        fc.nat(0x20000000).map((id) => id.toString(16)),
        fc.string(),
      ),
      data: fc.oneof(
        fc.uint8Array({ maxLength: 66 }).map((b) => Buffer.from(b).toString("hex")),
        fc.string(),
      ),
      length: fc.oneof(fc.nat(9).map(String), fc.string({ maxLength: 8 })),
      delay: fc.oneof(fc.nat(4_000_000).map(String), fc.string({ maxLength: 8 })),
    });
    fc.assert(
      fc.property(form, (typed) => {
        const checked = frameForm.safeParse(typed);
        if (!checked.success) return;
        const sent = sentFrameOf(checked.data);
        expect(sentFrame.parse(sent)).toEqual(sent);
        expect(sentFrameOf(formOfSentFrame(sent))).toEqual(sent);
      }),
      { numRuns: 1000 },
    );
  });

  it("a frame that was seen can be sent again", () => {
    const seen = { channel: 1, id: 0x18fef100, flags: FLAG_EXTENDED, size: 2, hex: "0A0B" };
    expect(sentFrame.safeParse(sentFrameOfSeen(seen)).success).toBe(true);
  });
});
