import { readDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { condition } from "@canopy/contract/alarms/conditions";
import { describe, expect, it } from "vitest";
import { compileRule } from "./compile-condition.ts";
import { DeviceWatch } from "./device-watch.ts";
import { RuleSet } from "./rule-set.ts";
import { T0_US } from "./test-rules.ts";

const DBC_ID = "00000000-0000-4000-8000-000000000009";
const { dbc } = readDbc(
  Buffer.from(`VERSION ""

BU_: E

BO_ 256 Engine: 8 E
 SG_ Temp : 0|8@1+ (1,-40) [0|0] "C" E
 SG_ Mode M : 8|8@1+ (1,0) [0|0] "" E
 SG_ Only m3 : 16|8@1+ (1,0) [0|0] "" E
 SG_ Real : 32|32@1- (1,0) [0|0] "" E

BO_ 2566869246 Eec1: 8 E
 SG_ Rpm : 24|16@1+ (0.125,0) [0|0] "rpm" E

SIG_VALTYPE_ 256 Real : 1;
BA_DEF_ "ProtocolType" STRING ;
BA_DEF_DEF_ "ProtocolType" "";
BA_ "ProtocolType" "J1939";
`),
  "utf-8",
);

const EXTENDED_ID = 2566869246 - 0x80000000;

/** The firings of a rule on one signal over payloads a second apart. */
function firings(signal: string, value: number, frames: readonly { id?: number; data: number[]; flags?: number }[]) {
  const isExtended = signal === "Rpm";
  const names = { message_id: isExtended ? EXTENDED_ID : 256, is_extended: isExtended, signal, dbc_id: DBC_ID };
  const conditions = [condition.parse({ kind: "signal", ...names, operator: "gt", value })];
  const source = {
    id: "r",
    channel: null,
    conditions,
    connector: "and",
    recover_s: 0,
    timeout_s: 0,
    mode: "edge",
  } as const;
  const rule = compileRule({ ...source, conditions, hold_s: 0 }, { dbc: () => dbc, computed: () => undefined });
  if (!rule) return undefined;
  const watch = new DeviceWatch(new RuleSet([rule]));
  const batch = new FrameBatch();
  for (const [s, { id = 256, data, flags = 0 }] of frames.entries())
    batch.push(T0_US + s * 1_000_000, 0, id, flags, data.length, Uint8Array.from(data));
  watch.judge(batch, T0_US / 1000);
  return watch.takeChanges().map(({ kind, value: at }) => `${kind} ${at}`);
}

describe("a condition on a signal", () => {
  it("compares the physical value [TRG-01]", () => {
    expect(firings("Temp", 55, [{ data: [95] }, { data: [96] }, { data: [90] }])).toEqual(["fired 56", "recovered 50"]);
  });

  it("ignores a payload that is too short or of another branch of the multiplexer", () => {
    expect(firings("Only", 5, [{ data: [0, 2, 9] }, { data: [0, 3] }, { data: [0, 3, 9] }])).toEqual(["fired 9"]);
  });

  it("ignores NaN: it neither fires nor recovers", () => {
    const real = (value: number) => ({ data: [0, 0, 0, 0, ...new Uint8Array(new Float32Array([value]).buffer)] });
    expect(firings("Real", 1, [real(Number.NaN), real(2), real(Number.NaN), real(0)])).toEqual([
      "fired 2",
      "recovered 0",
    ]);
  });

  it("takes a J1939 message from any sender", () => {
    const data = [0, 0, 0, 0, 0x40, 0, 0, 0];
    expect(firings("Rpm", 100, [{ id: EXTENDED_ID ^ 0x21, data, flags: FLAG_EXTENDED }])).toEqual(["fired 2048"]);
  });

  it("cannot be watched when its signal is gone", () => {
    expect(firings("Gone", 1, [])).toBeUndefined();
  });
});
