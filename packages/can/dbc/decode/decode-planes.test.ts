import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameBatch } from "../../frame/batch.ts";
import { FLAG_EXTENDED, FLAG_FD } from "../../frame/frame.ts";
import { messages } from "../../testing/dbc-arbitrary.ts";
import { EMPTY_DBC, type Message, type Signal } from "../model.ts";
import { parseDbc } from "../parse/parse.ts";
import { DbcDecoder } from "./decode.ts";
import { BatchDecoder } from "./decode-batch.ts";
import { type Plane, PlaneDecoder } from "./decode-planes.ts";

/** The batch decoder's values of the wanted signals, NaN where a frame lacks them. */
function expectedOf(
  message: Message,
  payloads: readonly Uint8Array[],
  wanted: readonly Signal[],
  engine: "auto" | "compiled" | "interpreted" = "auto",
): number[][] {
  const batch = new FrameBatch();
  const flags = (message.isExtended ? FLAG_EXTENDED : 0) | FLAG_FD;
  for (const [i, payload] of payloads.entries()) batch.push(i, 0, message.id, flags, payload.length, payload);
  const [table] = new BatchDecoder({ ...EMPTY_DBC, messages: [message] }, { engine }).decode(batch);
  return wanted.map((signal) => {
    const column = message.signals.indexOf(signal);
    const isPresent = (row: number) => table?.present === null || table?.present[column]?.[row] === 1;
    return payloads.map((_, row) => (isPresent(row) ? Number(table?.columns[column]?.[row]) : Number.NaN));
  });
}

/** Only the planes that are needed; those whose bytes are all equal as a number. */
function planesOf(payloads: readonly Uint8Array[], bytes: readonly number[]): Plane[] {
  const planes: Plane[] = [];
  for (const k of bytes) {
    const plane = Uint8Array.from(payloads, (payload) => payload[k] as number);
    planes[k] = plane.every((byte) => byte === plane[0]) ? (plane[0] ?? 0) : plane;
  }
  return planes;
}

function decode(decoder: PlaneDecoder, payloads: readonly Uint8Array[], size: number): number[][] {
  const values = decoder.signals.map(() => new Float64Array(payloads.length));
  decoder.decode(planesOf(payloads, decoder.bytesNeeded(size)), size, payloads.length, values);
  return values.map((column) => [...column]);
}

/** Now and then the first two signals select each other, or a selector is missing. */
function withOddSelectors(message: Message, seed: number): Message {
  if (message.signals.length < 2 || seed % 4 === 0) return message;
  const [first, second, ...others] = message.signals as [Signal, Signal, ...Signal[]];
  const selector = [second.name, "none", first.name][seed % 3] ?? "";
  const changed = { ...second, multiplexed: { selector, ranges: [{ from: 0, to: 200 }] } };
  return { ...message, signals: [first, changed, ...others] };
}

const cases = fc.record({ message: messages(), seed: fc.nat(11) }).chain(({ message, seed }) => {
  const odd = withOddSelectors(message, seed);
  return fc.record({
    message: fc.constant(odd),
    wanted: fc.subarray([...odd.signals]),
    payloads: fc.nat(odd.length + 2).chain((size) =>
      fc.array(
        // Few different bytes: selectors hit their ranges, and some planes are constant.
        fc.oneof(
          fc.uint8Array({ minLength: size, maxLength: size }),
          fc.array(fc.nat(9), { minLength: size, maxLength: size }).map((bytes) => Uint8Array.from(bytes)),
        ),
        { minLength: 1, maxLength: 6 },
      ),
    ),
  });
});

describe("byte planes give the values of the batch decoder [DBC-04]", () => {
  for (const engine of ["compiled", "interpreted"] as const) {
    it(`random messages, ${engine}`, () => {
      fc.assert(
        fc.property(cases, ({ message, wanted, payloads }) => {
          const size = payloads[0]?.length ?? 0;
          const decoder = new PlaneDecoder(message, wanted, { engine });
          const values = decode(decoder, payloads, size);
          expect(values).toEqual(expectedOf(message, payloads, wanted));
          for (const [i, areFinite] of decoder.areFinite(size).entries())
            if (areFinite) expect(values[i]?.every((value) => Number.isFinite(value))).toBe(true);
        }),
        { numRuns: 500 },
      );
    }, 60_000);
  }

  it("a signal of more than 64 bits, and one that depends on it", () => {
    const { dbc } = parseDbc(
      'BO_ 1 M: 16 N\n SG_ L M : 4|90@1- (0.5,1) [0|0] "" N\n SG_ s m3 : 112|16@1+ (1,0) [0|0] "" N\n',
    );
    const message = dbc.messages[0] as Message;
    const payloads = [0, 48, 255].map((byte) => Uint8Array.from({ length: 16 }, (_, k) => (k === 0 ? byte : 0)));
    payloads.push(new Uint8Array(16).fill(0xc3));
    for (const engine of ["compiled", "interpreted"] as const) {
      const decoder = new PlaneDecoder(message, message.signals, { engine });
      expect(decode(decoder, payloads, 16)).toEqual(expectedOf(message, payloads, message.signals));
    }
  });

  it("one decoder takes runs of several sizes", () => {
    const { dbc } = parseDbc('BO_ 1 M: 8 N\n SG_ a : 0|8@1+ (1,0) [0|0] "" N\n SG_ b : 8|16@1+ (0.1,-5) [0|0] "" N\n');
    const message = dbc.messages[0] as Message;
    const decoder = new PlaneDecoder(message, message.signals);
    expect(decoder.bytesNeeded(0)).toEqual([]);
    expect(decoder.bytesNeeded(2)).toEqual([0]);
    expect(decoder.bytesNeeded(64)).toEqual([0, 1, 2]);
    for (const size of [8, 2, 0, 3]) {
      const payloads = [new Uint8Array(size).fill(7), new Uint8Array(size).fill(9)];
      expect(decode(decoder, payloads, size)).toEqual(expectedOf(message, payloads, message.signals));
    }
  });

  it.each([
    // By hand: C5 is 11 000101, so Sel is 3 and A3 = 5 · 10.
    ["a bare m as selector", "Sel m", [3, Number.NaN, 50]],
    ["no selector at all", "Sel", [3, Number.NaN, Number.NaN]],
  ])("never shows two branches: %s", (_, selector, values) => {
    const { dbc } = parseDbc(
      `BO_ 1 M: 1 N\n SG_ ${selector} : 6|2@1+ (1,0) [0|0] "" N\n SG_ A2 m2 : 0|6@1+ (1,0) [0|0] "" N\n SG_ A3 m3 : 0|6@1+ (10,0) [0|0] "" N\n`,
    );
    const message = dbc.messages[0] as Message;
    const payload = Uint8Array.of(0xc5);
    const columns = values.map((value) => [value]);
    for (const engine of ["compiled", "interpreted"] as const) {
      expect(decode(new PlaneDecoder(message, message.signals, { engine }), [payload], 1)).toEqual(columns);
      expect(expectedOf(message, [payload], message.signals, engine)).toEqual(columns);
    }
    const decoded = new DbcDecoder(dbc).find(1, false)?.decode(payload);
    expect(decoded?.map(({ value }) => value)).toEqual(values.filter((value) => !Number.isNaN(value)));
  });

  it("signals that every frame has as a finite number are known", () => {
    const { dbc } = parseDbc(
      [
        "BO_ 1 M: 8 N",
        ' SG_ m M : 0|8@1+ (1,0) [0|0] "" N',
        ' SG_ a m1 : 8|8@1+ (1,0) [0|0] "" N',
        ' SG_ f : 32|32@1- (1,0) [0|0] "" N',
        ' SG_ h : 16|8@1+ (1e307,0) [0|0] "" N',
        "SIG_VALTYPE_ 1 f : 1;",
        "",
      ].join("\n"),
    );
    const message = dbc.messages[0] as Message;
    const decoder = new PlaneDecoder(message, message.signals);
    expect(decoder.areFinite(8)).toEqual([true, false, false, false]);
    expect(decoder.areFinite(0)).toEqual([false, false, false, false]);
  });

  it("unwanted selectors are read, unwanted signals are not", () => {
    const { dbc } = parseDbc(
      'BO_ 1 M: 8 N\n SG_ m M : 0|8@1+ (1,0) [0|0] "" N\n SG_ a m1 : 8|8@1+ (1,0) [0|0] "" N\n SG_ b m2 : 16|8@1+ (1,0) [0|0] "" N\n',
    );
    const message = dbc.messages[0] as Message;
    const decoder = new PlaneDecoder(message, [message.signals[1] as Signal]);
    expect(decoder.bytesNeeded(8)).toEqual([0, 1]);
    const payloads = [1, 2, 1].map((selector) => Uint8Array.of(selector, 40 + selector, 0, 0, 0, 0, 0, 0));
    expect(decode(decoder, payloads, 8)).toEqual([[41, Number.NaN, 41]]);
  });
});
