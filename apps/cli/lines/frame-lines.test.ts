import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { plainSignal } from "@canopy/can/dbc/decode/plain-signal";
import { type Dbc, EMPTY_DBC, type Message, type Signal } from "@canopy/can/dbc/model";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { messages } from "@canopy/can/testing/dbc-arbitrary";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { frameLine } from "../testing/slow-frame-line.ts";
import { FrameLines } from "./frame-lines.ts";

// Many runs each; a busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 });

const dbcOf = (...list: Message[]): Dbc => ({ ...EMPTY_DBC, messages: list });

/** Both ways on the same frames. */
function expectEqual(batch: FrameBatch, ...dbcs: Dbc[]): void {
  const decoders = dbcs.map((dbc) => new DbcDecoder(dbc));
  const lines = new FrameLines(decoders);
  lines.write(batch);
  const slow = Array.from({ length: batch.length }, (_, i) => frameLine(batch.at(i), decoders)).join("");
  expect(new TextDecoder().decode(lines.out.bytes.subarray(0, lines.out.length))).toBe(slow);
}

function messageOf(...signals: Signal[]): Message {
  const named = { name: "M", symbol: null, comment: null, attributes: [] };
  const rest = { isExtended: false, isDecodable: true, transmitter: null, otherTransmitters: [], signalGroups: [] };
  return { ...named, ...rest, id: 1, length: 64, signals };
}

function frames(payloads: readonly Uint8Array[], id = 1, flags = FLAG_FD): FrameBatch {
  const batch = new FrameBatch();
  for (const [i, payload] of payloads.entries())
    batch.push(1.7e15 + 333 * i, i % 3, id, flags, payload.length, payload);
  return batch;
}

/** Little endian, eight bytes. */
const bytesOf = (raw: number): Uint8Array => new Uint8Array(BigUint64Array.of(BigInt(raw)).buffer);

const SCALES = [
  1,
  0.1,
  0.01,
  0.25,
  0.5,
  1e-3,
  1e-6,
  1e-7,
  0.00390625,
  1 / 3,
  1e9,
  123456789.123,
  1e-12,
  -0.1,
  1e300,
  2,
];

describe("lines built in bytes are those made of strings", () => {
  it("random messages, names and payloads, twice each so that kept texts are used", () => {
    fc.assert(
      fc.property(
        fc.array(messages(), { minLength: 1, maxLength: 3 }),
        fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 8 }),
        fc.constantFrom(0, FLAG_REMOTE, FLAG_ERROR, FLAG_FD),
        (list, payloads, flags) => {
          const batch = new FrameBatch();
          for (const payload of [...payloads, ...payloads]) {
            for (const message of list) {
              const size = Math.min(payload.length, flags & FLAG_FD ? 64 : 8);
              const all = flags | (message.isExtended ? FLAG_EXTENDED : 0);
              batch.push(1.7e15 + batch.length * 250_001, batch.length % 256, message.id, all, size, payload);
            }
          }
          expectEqual(batch, ...list.map((message) => dbcOf(message)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("every factor and offset, on small, large, repeated and colliding raw values", () => {
    const raws = fc.oneof(fc.nat(300), fc.nat(65_535), fc.nat(2 ** 31 - 1), fc.maxSafeNat());
    const scale = fc.oneof(
      fc.constantFrom(...SCALES),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.nat(9)).map(([units, d]) => Number(`${units}e-${d}`)),
    );
    const offset = fc.oneof(fc.constantFrom(0, -40, -273.15, 0.5, 1e-9), scale);
    const bits = fc.constantFrom(8, 16, 31, 32, 33, 53);
    fc.assert(
      fc.property(
        fc.array(raws, { maxLength: 20 }),
        scale,
        offset,
        bits,
        fc.boolean(),
        (list, factor, add, length, isSigned) => {
          const place = plainSignal("S", { startBit: 0, length, byteOrder: "intel" });
          const signal = { ...place, factor, offset: add, isSigned, values: [{ raw: 3, text: "three €" }] };
          const colliding = list.flatMap((raw) => [raw, (raw + 256) % 2 ** 53, raw]);
          expectEqual(frames(colliding.map(bytesOf)), dbcOf(messageOf(signal)));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("every raw value of 16 bits by the scales that files have", () => {
    const payloads = Array.from({ length: 65_536 }, (_, raw) => bytesOf(raw));
    const place = plainSignal("S", { startBit: 0, length: 16, byteOrder: "intel" });
    const signals = SCALES.map((factor, i) => ({
      ...place,
      name: `S${i}`,
      factor,
      offset: i % 2 === 0 ? 0 : -40,
      isSigned: i % 3 === 0,
    }));
    expectEqual(frames(payloads), dbcOf(messageOf(...signals)));
  });

  it("more signals than generated code has, values beyond 64 bits, and names in any script", () => {
    const many = Array.from({ length: 600 }, (_, i) =>
      plainSignal(`信号"${i}`, { startBit: i % 400, length: 1 + (i % 100), byteOrder: "intel" }),
    );
    const long = {
      ...plainSignal("long", { startBit: 3, length: 480, byteOrder: "intel" }),
      factor: 7,
      offset: 1,
      isSigned: true,
    };
    const payloads = [0, 255, 90].map((byte) => new Uint8Array(64).fill(byte));
    expectEqual(frames(payloads), dbcOf(messageOf(...many, long)));
    expectEqual(frames(payloads), dbcOf(messageOf(long)));
  });

  it("identifiers that no DBC has, more of them than are remembered, and odd times", () => {
    const batch = new FrameBatch();
    const data = Uint8Array.of(1);
    for (let id = 0; id < 70_000; id++) batch.push(id * 999_999, 0, id, FLAG_EXTENDED, 1, data);
    for (const timeUs of [0, 1, 999_999, 1e6, 1.7e15, 3, 2 ** 52]) batch.push(timeUs, 255, 1, 0, 1, data);
    expectEqual(batch, dbcOf(messageOf(plainSignal("S", { startBit: 0, length: 8, byteOrder: "intel" }))));
  });
});
