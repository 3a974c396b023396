import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameBatch } from "../../frame/batch.ts";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "../../frame/frame.ts";
import { messages } from "../../testing/dbc-arbitrary.ts";
import { EMPTY_DBC, type Message } from "../model.ts";
import { parseDbc } from "../parse/parse.ts";
import { DbcDecoder, MessageDecoder } from "./decode.ts";
import { BatchDecoder, type BatchDecoderOptions } from "./decode-batch.ts";

const payloads = (length: number) => fc.uint8Array({ minLength: 0, maxLength: length });

function batchOf(message: Message, list: readonly Uint8Array[]): FrameBatch {
  const batch = new FrameBatch();
  const flags = (message.isExtended ? FLAG_EXTENDED : 0) | FLAG_FD;
  for (const [i, payload] of list.entries()) batch.push(i, 0, message.id, flags, payload.length, payload);
  return batch;
}

/** Row by row what the columns say, absent values left out. */
function rowsOf(message: Message, batch: FrameBatch, options: BatchDecoderOptions): Array<Record<string, unknown>> {
  const [table] = new BatchDecoder({ ...EMPTY_DBC, messages: [message] }, options).decode(batch);
  const rows: Array<Record<string, unknown>> = [];
  for (let r = 0; r < (table?.length ?? 0); r++) {
    const row: Record<string, unknown> = {};
    for (const [i, signal] of message.signals.entries()) {
      if (table?.present === null || table?.present[i]?.[r] === 1) row[signal.name] = table?.columns[i]?.[r];
    }
    rows.push(row);
  }
  return rows;
}

const cases = messages().chain((message) =>
  fc.record({
    message: fc.constant(message),
    list: fc.array(payloads(message.length), { minLength: 1, maxLength: 5 }),
  }),
);

describe("three decoders, one result", () => {
  it("compiled, interpreted and single-frame decoding agree on raw values", () => {
    fc.assert(
      fc.property(cases, ({ message, list }) => {
        const batch = batchOf(message, list);
        const single = list.map((payload) =>
          Object.fromEntries(new MessageDecoder(message).decode(payload).map(({ signal, raw }) => [signal.name, raw])),
        );
        const interpreted = rowsOf(message, batch, { engine: "interpreted", values: "raw" });
        expect(rowsOf(message, batch, { engine: "compiled", values: "raw" })).toEqual(interpreted);
        expect(interpreted.map(narrow)).toEqual(single);
      }),
      { numRuns: 200 },
    );
  }, 30_000);

  it("compiled, interpreted and single-frame decoding agree on physical values", () => {
    fc.assert(
      fc.property(cases, ({ message, list }) => {
        const batch = batchOf(message, list);
        const interpreted = rowsOf(message, batch, { engine: "interpreted" });
        expect(rowsOf(message, batch, { engine: "compiled" })).toEqual(interpreted);
        for (const [r, payload] of list.entries()) {
          for (const { signal, value } of new MessageDecoder(message).decode(payload)) {
            // Only a whole number beyond 2^53 is more exact there than a double can be.
            expect(interpreted[r]?.[signal.name]).toBe(
              typeof value === "bigint" ? closest(value, interpreted[r]?.[signal.name]) : value,
            );
          }
        }
      }),
      { numRuns: 200 },
    );
  }, 30_000);
});

/** Columns of wide integers hold bigints throughout; single values are numbers where they can be. */
function narrow(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]) => {
    const number = Number(value);
    return [name, typeof value === "bigint" && Number.isSafeInteger(number) ? number : value];
  });
  return Object.fromEntries(entries);
}

function closest(value: bigint, found: unknown): unknown {
  const number = Number(value);
  const error = Math.abs(Number(found) - number);
  return error <= Math.abs(number) * 1e-15 ? found : number;
}

describe("which frames", () => {
  const text =
    'BO_ 5 A: 2 N\n SG_ S : 0|8@1+ (1,0) [0|0] "" N\nBO_ 2147483653 B: 2 N\n SG_ T : 0|8@1+ (1,0) [0|0] "" N\n';
  const { dbc } = parseDbc(text);
  const data = Uint8Array.of(7, 8);
  const frame = { timeUs: 0, channel: 0, id: 5, flags: 0, size: 2, data };

  it("the identifier and its format are the key", () => {
    const decoder = new DbcDecoder(dbc);
    expect(decoder.decode(frame)?.message.name).toBe("A");
    expect(decoder.decode({ ...frame, flags: FLAG_EXTENDED })?.message.name).toBe("B");
    expect(decoder.decode({ ...frame, id: 6 })).toBeNull();
  });

  it("remote and error frames have no signals", () => {
    const decoder = new DbcDecoder(dbc);
    expect(decoder.decode({ ...frame, flags: FLAG_REMOTE, data: new Uint8Array(0) })?.signals).toEqual([]);
    expect(decoder.decode({ ...frame, flags: FLAG_ERROR })).toBeNull();
    const batch = new FrameBatch();
    batch.push(0, 0, 5, FLAG_REMOTE, 2, data);
    batch.push(0, 0, 5, FLAG_ERROR, 2, data);
    expect(new BatchDecoder(dbc).decode(batch)).toEqual([]);
  });

  it("bytes behind the message are ignored, a short frame gives what is wholly inside", () => {
    const two = parseDbc('BO_ 1 M: 8 N\n SG_ a : 0|8@1+ (1,0) [0|0] "" N\n SG_ b : 8|16@1+ (1,0) [0|0] "" N\n').dbc;
    const decoder = new MessageDecoder(two.messages[0] as Message);
    expect(decoder.decode(Uint8Array.of(1, 2)).map(({ signal }) => signal.name)).toEqual(["a"]);
    expect(decoder.decode(new Uint8Array(64)).length).toBe(2);
  });
});

describe("J1939", () => {
  const text = `BO_ 2364540158 EEC1: 8 N
 SG_ Rpm : 24|16@1+ (0.125,0) [0|8031.875] "rpm" N
BO_ 2565810174 PDU1: 8 N
 SG_ X : 0|8@1+ (1,0) [0|0] "" N
BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","reserved","J1939PG";
BA_DEF_DEF_ "VFrameFormat" "J1939PG";
`;

  it("any priority and source address of the parameter group matches [DBC-04]", () => {
    const decoder = new DbcDecoder(parseDbc(text).dbc);
    expect(decoder.find(0x0cf004fe, true)?.message.name).toBe("EEC1");
    expect(decoder.find(0x18f00400, true)?.message.name).toBe("EEC1");
    expect(decoder.find(0x0cf00500, true)).toBeNull();
    expect(decoder.find(0x0cf004fe, false)).toBeNull();
  });

  it("below PF 240 the destination does not matter", () => {
    const decoder = new DbcDecoder(parseDbc(text).dbc);
    expect(decoder.find(0x18ef27fe, true)?.message.name).toBe("PDU1");
    expect(decoder.find(0x0cef2100, true)?.message.name).toBe("PDU1");
    expect(decoder.find(0x18ee27fe, true)).toBeNull();
  });

  it("a file that is not J1939 matches exactly", () => {
    const plain = new DbcDecoder(parseDbc(text.replaceAll("J1939PG", "ExtendedCAN")).dbc);
    expect(plain.find(0x18f00400, true)).toBeNull();
    expect(plain.find(0x0cf004fe, true)?.message.name).toBe("EEC1");
  });
});
