import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layouts } from "../testing/dbc-arbitrary.ts";
import { evaluateSql } from "../testing/evaluate-sql.ts";
import { layoutOf } from "./layout.ts";
import type { Signal } from "./model.ts";
import { parseDbc } from "./parse.ts";
import { compact, physicalOf, readRaw } from "./read-raw.ts";
import { signalSql } from "./sql.ts";

const PLAIN = parseDbc('BO_ 1 M: 64 N\n SG_ S : 0|8@1+ (1,0) [0|0] "" N\n').dbc.messages[0]?.signals[0] as Signal;

const signals: fc.Arbitrary<Signal> = fc
  .record({
    layout: layouts(64),
    isSigned: fc.boolean(),
    factor: fc.constantFrom(1, 0.125, -2, 1e-9, 3.7e21),
    offset: fc.constantFrom(0, -40, 0.5, -1e-7),
    isFloat: fc.boolean(),
  })
  .map(({ layout, isFloat, ...rest }) => {
    const valueType = !isFloat
      ? "integer"
      : layout.length === 32
        ? "float"
        : layout.length === 64
          ? "double"
          : "integer";
    return { ...PLAIN, ...layout, ...rest, valueType };
  });

describe("a signal in SQL", () => {
  it("equals the decoder, raw and physical, on every layout it takes", () => {
    let taken = 0;
    fc.assert(
      fc.property(signals, fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.nat(64), (signal, bytes, cut) => {
        const sql = signalSql(signal);
        const layout = layoutOf({ signals: [signal] }).signals[0];
        if (!sql.ok || layout === undefined) return;
        expect(sql.value.minimumLength).toBe(layout.minimumLength);
        const payload = bytes.subarray(0, Math.max(cut, layout.minimumLength));
        const raw = readRaw(payload, layout, signal);
        const found = evaluateSql(sql.value.raw, stored(payload));
        expect(typeof found === "bigint" ? compact(found) : found).toBe(raw);
        const value = physicalOf(raw, signal.factor, signal.offset);
        const physical = typeof value === "bigint" ? Number(raw) * signal.factor + signal.offset : value;
        expect(evaluateSql(sql.value.value, stored(payload))).toBe(physical);
        taken++;
      }),
      { numRuns: 2000 },
    );
    expect(taken).toBeGreaterThan(1500);
  }, 30_000);

  it("is refused, with the reason, where a row alone cannot tell", () => {
    const reason = (changes: Partial<Signal>) => {
      const sql = signalSql({ ...PLAIN, ...changes });
      return sql.ok ? null : sql.problem;
    };
    expect(reason({ multiplexed: { selector: "X", ranges: [] } })).toBe("multiplexed");
    expect(reason({ length: 65 })).toBe("tooLong");
    expect(reason({ startBit: 1, length: 64 })).toBe("spansNineBytes");
    expect(reason({ startBit: 512 })).toBe("beyondFrame");
  });
});

/** As the frame table holds a payload. */
function stored(payload: Uint8Array): { d8: bigint; ext: Uint8Array } {
  const head = new Uint8Array(8);
  head.set(payload.subarray(0, 8));
  return { d8: new DataView(head.buffer).getBigUint64(0, true), ext: payload.subarray(8) };
}
