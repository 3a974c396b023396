import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FrameBatch } from "../frame/batch.ts";
import { FLAG_ERROR, FLAG_EXTENDED } from "../frame/frame.ts";
import { ANY_FMI, faultCodeName, faultFamily, j1939FaultCode, parseFaultCode } from "./fault-code.ts";
import { canTellFaults, FaultReader, type FaultReport } from "./fault-reader.ts";

/** Lines as candump writes them: `(0.1) can0 18FECA00#40FF…`. */
function read(log: string): FaultReport[] {
  const frames = new FrameBatch();
  for (const line of log.trim().split("\n")) {
    const [, s, id = "", data = ""] = /\((\d+\.\d+)\) can0 ([0-9A-F]+)#([0-9A-F]*)/.exec(line) ?? [];
    const bytes = new Uint8Array(Buffer.from(data, "hex"));
    const timeUs = Math.round(Number(s) * 1e6);
    frames.push(timeUs, 0, Number.parseInt(id, 16), id.length > 3 ? FLAG_EXTENDED : 0, bytes.length, bytes);
  }
  const reader = new FaultReader();
  return Array.from({ length: frames.length }, (_, i) => i).flatMap((i) =>
    canTellFaults(frames.id[i] as number, frames.flags[i] as number) ? reader.read(frames, i) : [],
  );
}

const codesOf = (report: FaultReport | undefined) =>
  report?.kind === "faults" ? report.faults.map(({ code, occurrences }) => [faultCodeName(code), occurrences]) : [];

describe("faults that the bus tells [UDS-06]", () => {
  it("reads DM1 of the log, in one frame and by broadcast", () => {
    const url = (name: string) => new URL(`../j1939/fixtures/${name}`, import.meta.url);
    const golden: { dm1: { spn: number; fmi: number; oc: number }[] } = JSON.parse(
      readFileSync(url("own_j1939.json"), "utf8"),
    );
    const reports = read(readFileSync(url("own_j1939.log"), "utf8"));
    expect(reports.map(({ protocol, kind, source }) => [protocol, kind, source])).toEqual([
      ["j1939", "faults", 0],
      ["j1939", "faults", 0],
    ]);
    const wanted = golden.dm1.map(({ spn, fmi, oc }) => [`SPN ${spn} FMI ${fmi}`, oc]);
    expect(codesOf(reports[0])).toEqual(wanted.slice(0, 1));
    expect(codesOf(reports[1])).toEqual(wanted);
    expect(reports[1]).toMatchObject({ timeUs: 1700001000752000, lamps: { malfunctionIndicator: { state: "on" } } });
  });

  it("reads DM2 by connection, and a message without faults as an empty list", () => {
    const [previous, none] = read(`(1.0) can0 18ECF903#100A0002FFCBFE00
(1.1) can0 18EC03F9#110201FFFFCBFE00
(1.2) can0 18EBF903#0100FF6E00000164
(1.3) can0 18EBF903#0200017FFFFFFFFF
(1.4) can0 18EC03F9#130A0002FFCBFE00
(2.0) can0 18FECA03#00FF00000000FFFF`);
    expect(previous).toMatchObject({ list: "previous", source: 3, timeUs: 1_400_000 });
    expect(codesOf(previous)).toEqual([
      ["SPN 110 FMI 0", 1],
      ["SPN 100 FMI 1", null],
    ]);
    expect(none).toMatchObject({ list: "active", faults: [] });
  });

  it("reads stored, pending and permanent codes, the lamp and the vehicle of OBD-II", () => {
    const reports = read(`(1.0) can0 7E8#0643020123C10000
(2.0) can0 7E9#0247000000000000
(3.0) can0 18DAF110#044A010A1F000000
(4.0) can0 7E8#0641018207650400
(5.0) can0 7E8#1014490201314655
(5.1) can0 7E8#214A474C44523043
(5.2) can0 7E8#2253425031323334`);
    expect(reports.map(({ kind, source }) => [kind, source])).toEqual([
      ["faults", 0x7e8],
      ["faults", 0x7e9],
      ["faults", 0x18daf110],
      ["monitors", 0x7e8],
      ["information", 0x7e8],
    ]);
    expect(codesOf(reports[0]).map(([code]) => code)).toEqual(["P0123-00", "U0100-00"]);
    expect(reports[1]).toMatchObject({ list: "pending", faults: [] });
    expect(reports[2]).toMatchObject({ list: "permanent", faults: [{ code: 0x0a1f00 }] });
    expect(reports[3]).toMatchObject({ status: { isMilOn: true, dtcCount: 2 } });
    expect(reports[4]).toMatchObject({ information: { kind: "vin", vin: "1FUJGLDR0CSBP1234" } });
  });

  it("asks for no other frame", () => {
    expect(canTellFaults(0x7e0, 0)).toBe(false);
    expect(canTellFaults(0x7e8, FLAG_ERROR)).toBe(false);
    expect(canTellFaults(0x18fef100, FLAG_EXTENDED)).toBe(false);
    expect(canTellFaults(0x19feca00, FLAG_EXTENDED)).toBe(false);
    expect(canTellFaults(0x18da10f1, FLAG_EXTENDED)).toBe(false);
  });
});

describe("a fault code", () => {
  it("is read as people write it [UDS-06]", () => {
    for (const text of ["SPN 110 FMI 0", "spn110/0", "SPN110-0"])
      expect(parseFaultCode(text)).toBe(j1939FaultCode(110, 0));
    expect(parseFaultCode("SPN 110")).toBe(j1939FaultCode(110, ANY_FMI));
    expect(parseFaultCode("P0123-11")).toBe(0x012311);
    for (const text of ["SPN 524288 FMI 0", "SPN 1 FMI 32", "110/0", "SPN", ""])
      expect(parseFaultCode(text)).toBeUndefined();
  });

  it("has a family: every FMI, every failure type [UDS-06]", () => {
    expect(faultFamily(j1939FaultCode(524287, 3))).toBe(parseFaultCode("SPN 524287"));
    expect(faultFamily(0x012311)).toBe(0x012300);
  });
});
