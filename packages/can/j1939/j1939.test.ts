import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeJ1939Dtc, readDiagnosticMessage, readJ1939Dtc } from "./diagnostic-messages.ts";
import { j1939Id, parseJ1939Id } from "./id.ts";
import { parameterGroupName, requestData } from "./parameter-groups.ts";
import { readSpn, spnState } from "./spn.ts";
import {
  type ConnectionManagement,
  encodeConnectionManagement,
  packetsOf,
  readConnectionManagement,
} from "./transport-message.ts";

describe("identifier", () => {
  it("is taken apart for addressed and global groups", () => {
    expect(parseJ1939Id(0x0cf00400)).toEqual({ priority: 3, pgn: 0xf004, source: 0, destination: 255 });
    expect(parseJ1939Id(0x1cecf921)).toEqual({ priority: 7, pgn: 0xec00, source: 0x21, destination: 0xf9 });
    expect(parseJ1939Id(0x19f00421).pgn).toBe(0x1f004);
    expect([parameterGroupName(0xfeca), parameterGroupName(1)]).toEqual(["DM1", undefined]);
    expect([...requestData(0xfeec)]).toEqual([0xec, 0xfe, 0]);
  });

  it("survives the way there and back for every 29-bit id", () => {
    fc.assert(
      fc.property(fc.nat(0x1fffffff), (id) => {
        expect(j1939Id(parseJ1939Id(id))).toBe(id);
      }),
    );
  });
});

describe("parameters", () => {
  it.each([
    [0, 8, "valid"],
    [0xfa, 8, "valid"],
    [0xfb, 8, "parameterSpecific"],
    [0xfd, 8, "reserved"],
    [0xfe, 8, "error"],
    [0xff, 8, "notAvailable"],
    [0xfaff, 16, "valid"],
    [0xfe12, 16, "error"],
    [0xff00, 16, "notAvailable"],
    [0xfaffffff, 32, "valid"],
    [0xffffffff, 32, "notAvailable"],
    [1, 2, "valid"],
    [2, 2, "error"],
    [3, 2, "notAvailable"],
    [1, 1, "valid"],
  ])("raw %i in %i bits is %s", (raw, bits, state) => {
    expect(spnState(raw, bits)).toBe(state);
  });

  it("are read little-endian from any bit, and not past the end", () => {
    const data = Uint8Array.of(0x34, 0x12, 0xf0);
    expect(readSpn(data, { startByte: 1, startBit: 1, bits: 16 })).toBe(0x1234);
    expect(readSpn(data, { startByte: 3, startBit: 5, bits: 4 })).toBe(15);
    expect(readSpn(data, { startByte: 3, startBit: 1, bits: 16 })).toBeUndefined();
  });
});

describe("diagnostic messages", () => {
  it("show lamps and how they flash", () => {
    expect(readDiagnosticMessage(Uint8Array.of(0x44, 0xf1))?.lamps).toEqual({
      malfunctionIndicator: { state: "on", flash: "steady" },
      redStop: { state: "off", flash: "steady" },
      amberWarning: { state: "on", flash: "slow" },
      protect: { state: "off", flash: "fast" },
    });
    expect(readDiagnosticMessage(Uint8Array.of(1))).toBeUndefined();
  });

  it("have no codes when all is zero or filler", () => {
    expect(readDiagnosticMessage(Uint8Array.of(0, 255, 0, 0, 0, 0, 255, 255))?.dtcs).toEqual([]);
    expect(readDiagnosticMessage(Uint8Array.of(0, 255, 255, 255, 255, 255, 255, 255))?.dtcs).toEqual([]);
  });

  it("carry the SPN in four orders", () => {
    // SPN 1208 = 0x4b8, FMI 3, occurrence 10 (SAE J1939-73, figures of 5.7.1).
    expect(readJ1939Dtc(Uint8Array.of(0xb8, 0x04, 0x03, 0x0a)).spn).toBe(1208);
    expect(readJ1939Dtc(Uint8Array.of(0x00, 0x97, 0x03, 0x8a), 1).spn).toBe(1208);
    expect(readJ1939Dtc(Uint8Array.of(0x97, 0x00, 0x03, 0x8a), 2).spn).toBe(1208);
    expect(readJ1939Dtc(Uint8Array.of(0xb8, 0x04, 0x03, 0x8a), 3)).toEqual({
      spn: 1208,
      fmi: 3,
      occurrences: 10,
      conversionMethod: 1,
    });
  });

  it("keep every code written in version 4", () => {
    const code = fc.record({ spn: fc.nat(0x7ffff), fmi: fc.nat(31), occurrences: fc.nat(127) });
    fc.assert(
      fc.property(code, (dtc) => {
        expect(readJ1939Dtc(encodeJ1939Dtc(dtc))).toEqual({ ...dtc, conversionMethod: 0 });
      }),
    );
  });
});

it("connection management reads what it writes, and nothing that contradicts itself", () => {
  const pgn = fc.nat(0x3ffff);
  const size = fc.integer({ min: 1, max: 1785 });
  const sized = (kind: "bam" | "endOfMessage") =>
    fc.tuple(pgn, size).map(([p, s]): ConnectionManagement => ({ kind, pgn: p, size: s, packets: packetsOf(s) }));
  const message = fc.oneof(
    sized("bam"),
    sized("endOfMessage"),
    fc
      .tuple(pgn, fc.nat(255), fc.nat(255))
      .map(([p, packets, next]): ConnectionManagement => ({ kind: "cts", pgn: p, packets, next })),
    fc.tuple(pgn, fc.nat(255)).map(([p, reason]): ConnectionManagement => ({ kind: "abort", pgn: p, reason })),
  );
  fc.assert(
    fc.property(message, (m) => {
      expect(readConnectionManagement(encodeConnectionManagement(m))).toEqual(m);
    }),
  );
  expect(readConnectionManagement(Uint8Array.of(0x20, 18, 0, 4, 255, 0, 0, 0))).toBeUndefined();
  expect(readConnectionManagement(Uint8Array.of(0x20, 0xff, 0xff, 4, 255, 0, 0, 0))).toBeUndefined();
  expect(readConnectionManagement(Uint8Array.of(0x20, 18, 0, 3))).toBeUndefined();
});
