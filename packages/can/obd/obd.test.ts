import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { obdCodeText } from "./coded-values.ts";
import { decodeCurrentData, encodeCurrentDataRequest } from "./current-data.ts";
import { CURRENT_DATA_PIDS } from "./current-data-pids.ts";
import { nextSupportPid, supportedPids, supportMask } from "./supported-pids.ts";
import { decodeTroubleCodes } from "./trouble-codes.ts";
import { decodeVehicleInformation } from "./vehicle-information.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const ascii = (text: string) => Buffer.from(text, "latin1").toString("hex");

function values(hex: string): [string, number, string][] {
  const readings = decodeCurrentData(bytes(hex))?.readings ?? [];
  return readings.flatMap((r) =>
    r.kind === "value" ? [[r.definition.key, r.value, r.definition.unit] as [string, number, string]] : [],
  );
}

describe("mode 01", () => {
  it.each<[string, string, number, string]>([
    ["410c1af8", "engineSpeed", 1726, "rpm"],
    ["410d32", "vehicleSpeed", 50, "km/h"],
    ["41057b", "coolantTemperature", 83, "°C"],
    ["4104ff", "engineLoad", 100, "%"],
    ["410680", "shortFuelTrimBank1", 0, "%"],
    ["410600", "shortFuelTrimBank1", -100, "%"],
    ["410e80", "timingAdvance", 0, "°"],
    ["411003e8", "airFlow", 10, "g/s"],
    ["4132fffc", "evaporativePressure", -1, "Pa"],
    ["4154ff38", "evaporativePressureWide", -200, "Pa"],
    ["413c1194", "catalystTemperatureB1S1", 410, "°C"],
    ["41423714", "moduleVoltage", 14.1, "V"],
    ["415d6900", "injectionTiming", 0, "°"],
    ["415e0190", "fuelRate", 20, "L/h"],
    ["4161ff", "demandedTorque", 130, "%"],
    ["41a600018a88", "odometer", 10100, "km"],
  ])("%s is %s %d %s", (hex, key, value, unit) => {
    const [[gotKey, gotValue, gotUnit] = ["", Number.NaN, ""]] = values(hex);
    expect([gotKey, gotUnit]).toEqual([key, unit]);
    expect(gotValue).toBeCloseTo(value, 9);
  });

  it("gives both values of an oxygen sensor", () => {
    expect(values("41145a80")).toEqual([
      ["oxygen1Voltage", 0.45, "V"],
      ["oxygen1Trim", 0, "%"],
    ]);
    expect(values("412480004000")).toEqual([
      ["oxygen1Ratio", 1, ""],
      ["oxygen1WideVoltage", 2, "V"],
    ]);
    expect(values("413b80008000")).toEqual([
      ["oxygen8CurrentRatio", 1, ""],
      ["oxygen8Current", 0, "mA"],
    ]);
  });

  it("reads several PIDs of one answer and stops where it does not know on", () => {
    expect(values("410c1af80d3205 7b").map(([key]) => key)).toEqual([
      "engineSpeed",
      "vehicleSpeed",
      "coolantTemperature",
    ]);
    expect(decodeCurrentData(bytes("410d32fe0102"))?.rest).toEqual(bytes("fe0102"));
    expect(decodeCurrentData(bytes("410c1a"))).toEqual({ readings: [], rest: bytes("0c1a") });
    expect(decodeCurrentData(bytes("7f0112"))).toBeUndefined();
    expect(encodeCurrentDataRequest([0x0c, 0x0d])).toEqual(bytes("010c0d"));
  });

  it("reads the monitors", () => {
    const [reading] = decodeCurrentData(bytes("41018307ff00"))?.readings ?? [];
    if (reading?.kind !== "monitors") throw new Error("no monitors");
    expect(reading.status).toMatchObject({ isMilOn: true, dtcCount: 3, ignition: "spark" });
    expect(reading.status.monitors).toHaveLength(11);
    const [diesel] = decodeCurrentData(bytes("4101000f6301"))?.readings ?? [];
    if (diesel?.kind !== "monitors") throw new Error("no monitors");
    expect(diesel.status.ignition).toBe("compression");
    expect(diesel.status.monitors.filter((m) => m.isAvailable && !m.isComplete).map((m) => m.name)).toEqual([
      "nmhcCatalyst",
    ]);
  });

  it("explains codes", () => {
    expect(obdCodeText("fuelType", 4)).toEqual({ zh: "柴油", en: "Diesel" });
    expect(obdCodeText("fuelSystem1", 2)?.en).toBe("Closed loop with oxygen sensor");
    expect(obdCodeText("engineSpeed", 2)).toBeUndefined();
  });

  it("has a table without contradictions", () => {
    const keys = [...CURRENT_DATA_PIDS.values()].flatMap((pid) => pid.values.map((value) => value.key));
    expect(new Set(keys).size).toBe(keys.length);
    for (const { size, values: list } of CURRENT_DATA_PIDS.values()) {
      for (const value of list) expect(value.at + value.bytes).toBeLessThanOrEqual(size);
    }
  });
});

describe("supported PIDs", () => {
  it("are the set bits, and the last one announces the next mask", () => {
    const mask = bytes("be1fa813");
    expect(supportedPids(0, mask)).toEqual([
      ...[0x01, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x13, 0x15, 0x1c, 0x1f, 0x20],
    ]);
    expect(nextSupportPid(0, mask)).toBe(0x20);
    expect(nextSupportPid(0xe0, bytes("ffffffff"))).toBeUndefined();
    expect(decodeCurrentData(bytes("4100be1fa813"))?.readings).toEqual([
      { kind: "supported", pid: 0, pids: supportedPids(0, mask) },
    ]);
  });

  it("write back to the same mask", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.constantFrom(0, 0x20, 0xe0), (mask, pid) => {
        expect(supportMask(pid, supportedPids(pid, mask))).toEqual(mask);
      }),
    );
  });
});

describe("mode 09", () => {
  it("reads the VIN, padded or not", () => {
    const vin = "LSVAA49J132047371";
    expect(decodeVehicleInformation(bytes(`490201${ascii(vin)}`))).toEqual({ kind: "vin", vin, isWellFormed: true });
    expect(decodeVehicleInformation(bytes(`490201000000${ascii(vin)}`))).toMatchObject({ vin });
    expect(decodeVehicleInformation(bytes(`490201${ascii("SHORT")}`))).toMatchObject({ isWellFormed: false });
  });

  it("reads calibration, name, counters and masks", () => {
    const id = "37805-RBB-J530".padEnd(16, "\0");
    expect(decodeVehicleInformation(bytes(`490402${ascii(id)}${ascii(id)}`))).toEqual({
      kind: "calibrationIds",
      ids: ["37805-RBB-J530", "37805-RBB-J530"],
    });
    expect(decodeVehicleInformation(bytes("4906011791bc82"))).toEqual({
      kind: "calibrationVerificationNumbers",
      numbers: ["1791BC82"],
    });
    expect(decodeVehicleInformation(bytes(`490a01${ascii("ECM\0-EngineControl\0\0")}`))).toEqual({
      kind: "ecuName",
      name: "ECM-EngineControl",
    });
    expect(decodeVehicleInformation(bytes("490802000a0102"))).toEqual({ kind: "performance", counters: [10, 258] });
    expect(decodeVehicleInformation(bytes("490055400000"))).toEqual({ kind: "supported", infoTypes: [2, 4, 6, 8, 10] });
    expect(decodeVehicleInformation(bytes("4101"))).toBeUndefined();
  });
});

it("reads stored, pending and permanent trouble codes", () => {
  expect(decodeTroubleCodes(bytes("43020123c1000000"))).toEqual({ mode: 3, codes: ["P0123", "U0100"] });
  expect(decodeTroubleCodes(bytes("4700"))).toEqual({ mode: 7, codes: [] });
  expect(decodeTroubleCodes(bytes("4a019567"))?.codes).toEqual(["B1567"]);
  expect(decodeTroubleCodes(bytes("7f0311"))).toBeUndefined();
});

it("never throws on garbage", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(0x41, 0x43, 0x49), (tail, head) => {
      const response = Uint8Array.of(head, ...tail);
      for (const decode of [decodeCurrentData, decodeVehicleInformation, decodeTroubleCodes])
        expect(() => decode(response)).not.toThrow();
    }),
    { numRuns: 2000 },
  );
});
