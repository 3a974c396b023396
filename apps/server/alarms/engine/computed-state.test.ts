import { readDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { condition } from "@canopy/contract/alarms/conditions";
import { describe, expect, it } from "vitest";
import { filterOfRule } from "../back-test/run-back-test.ts";
import { compileRule, type RuleSource } from "./compile-condition.ts";
import { DeviceWatch } from "./device-watch.ts";
import { RuleSet } from "./rule-set.ts";
import { T0_US } from "./test-rules.ts";

const dbc_id = "00000000-0000-4000-8000-000000000009";
const { dbc } = readDbc(
  Buffer.from(`VERSION ""

BU_: E

BO_ 256 Motor: 2 E
 SG_ Voltage : 0|8@1+ (1,0) [0|0] "V" E
 SG_ Limit : 8|8@1+ (1,0) [0|0] "" E

BO_ 257 Pack: 1 E
 SG_ Current : 0|8@1+ (1,0) [0|0] "A" E
`),
  "utf-8",
);
const input = (name: string, message_id: number, channel: number) => ({
  name,
  signal: { channel, dbc_id, message_id, is_extended: false, signal: name },
});
const INPUTS = [input("Voltage", 256, 0), input("Limit", 256, 0), input("Current", 257, 1)];

function compiled(formula: string, more: Partial<RuleSource> = {}) {
  const sources = { dbc: () => dbc, computed: () => ({ formula, inputs: INPUTS }) };
  const power = condition.parse({ kind: "computed", computed: "Power", operator: "gt", value: 100 });
  const settling = { connector: "and", recover_s: 0, hold_s: 0, timeout_s: 0, mode: "edge" } as const;
  return compileRule({ id: "r", channel: null, ...settling, conditions: [power], ...more }, sources);
}

/** Seconds, channel, identifier, payload. */
type Row = readonly [s: number, channel: number, id: number, ...data: number[]];

function watchOf(formula: string, more: Partial<RuleSource> = {}) {
  const rule = compiled(formula, more);
  if (!rule) throw new Error("nothing to judge");
  const watch = new DeviceWatch(new RuleSet([rule]));
  return {
    watch,
    judge(rows: readonly Row[], lateS = 0): string[] {
      const batch = new FrameBatch();
      for (const [s, channel, id, ...data] of rows)
        batch.push(T0_US + s * 1e6, channel, id, 0, data.length, Uint8Array.from(data));
      watch.judge(batch, T0_US / 1000 + ((rows.at(-1)?.[0] ?? 0) + lateS) * 1000);
      return watch.takeChanges().map((one) => `${one.kind} ${(one.atUs - T0_US) / 1e6} ${one.channel} ${one.value}`);
    },
  };
}

const POWER = "Voltage * Current / 10";

describe("a condition on a computed signal", () => {
  it("takes its inputs from their own channels, wherever batches are cut [TRG-01]", () => {
    const { judge } = watchOf(POWER);
    expect(judge([[0, 0, 256, 100, 0]])).toEqual([]);
    // The other message on the first channel is not its input.
    expect(judge([[1, 0, 257, 99]])).toEqual([]);
    expect(judge([[2, 1, 257, 11]])).toEqual(["fired 2 0 110"]);
    expect(judge([[3, 0, 256, 90, 0]])).toEqual(["recovered 3 0 99"]);
  });

  it("reads two inputs of one frame at once [TRG-01]", () => {
    const { judge } = watchOf("Voltage - Limit > 10 ? 200 : 0");
    expect(judge([[0, 0, 256, 50, 45] as Row, [1, 0, 256, 90, 85] as Row])).toEqual([]);
    expect(judge([[2, 0, 256, 90, 70]])).toEqual(["fired 2 0 200"]);
  });

  it("knows no value of an input that stays away: an active rule is lost, not over [TRG-03]", () => {
    const { judge } = watchOf(POWER);
    judge([
      [0, 0, 256, 100, 0],
      [0, 1, 257, 20],
    ]);
    const voltages = Array.from({ length: 20 }, (_, s): Row => [s + 1, 0, 256, 0, 0]);
    // At once 0 V, which is over; had the current gone silent first, it would be unknown.
    expect(judge(voltages.slice(0, 1))).toEqual(["recovered 1 0 0"]);
    const other = watchOf(POWER);
    other.judge([
      [0, 0, 256, 100, 0],
      [0, 1, 257, 20],
    ]);
    const steady = Array.from({ length: 8 }, (_, s): Row => [s + 1, 0, 256, 100, 0]);
    other.judge(steady);
    expect(other.judge([[9, 0, 256, 0, 0], [11, 0, 256, 0, 0] as Row])).toEqual(["lost 10 0 200"]);
  });

  it("judges late frames apart, and begins anew where the clock was set back [TRG-03]", () => {
    const { judge } = watchOf(POWER);
    judge([[0, 0, 256, 100, 0]]);
    expect(judge([[1, 1, 257, 20]], 3600)).toEqual([]);
    expect(judge([[2, 1, 257, 20]])).toEqual(["fired 2 0 200"]);
    const { judge: again } = watchOf(POWER);
    again([[500, 0, 256, 100, 0]]);
    expect(again([[0, 1, 257, 20]])).toEqual([]);
  });

  it("goes with raw conditions of the rule's channel [TRG-01]", () => {
    const frame = condition.parse({
      kind: "frame",
      is_extended: false,
      id_from: 1,
      id_to: 1,
      operator: "gt",
      value: 5,
    });
    const power = condition.parse({ kind: "computed", computed: "Power", operator: "gt", value: 100 });
    const { judge } = watchOf(POWER, { channel: 1, conditions: [frame, power] });
    judge([
      [0, 0, 256, 100, 0],
      [0, 0, 1, 9],
    ]);
    expect(judge([[1, 1, 257, 20]])).toEqual([]);
    expect(judge([[2, 1, 1, 9]])).toEqual(["fired 2 1 9"]);
  });

  it("reads only its inputs from the store [TRG-07]", () => {
    const rule = compiled(POWER);
    expect(rule && filterOfRule(rule)).toEqual({
      places: [
        { channel: 0, from: 256, to: 256, isExtended: false },
        { channel: 1, from: 257, to: 257, isExtended: false },
      ],
    });
  });

  it.each(["integral(Voltage)", "average(Voltage, 1000)"])("is not judged by %s [TRG-01]", (formula) => {
    expect(compiled(formula)).toBeUndefined();
  });
});
