import { plainSignal } from "@canopy/can/dbc/decode/plain-signal";
import type { Message } from "@canopy/can/dbc/model";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Files } from "../../platform/files/files.ts";
import { FooterCache } from "./footer-cache.ts";
import { LandedCache } from "./landed-cache.ts";
import { readMessageCurves } from "./message-curves.ts";
import { packPixels } from "./packed-pixels.ts";
import { readPixels, readSamples } from "./read-signals.ts";
import type { LandedBatch } from "./segment-index.ts";

const noFiles = {} as Files;
const access = () => ({ files: noFiles, footers: new FooterCache(noFiles), landed: new LandedCache() });

/** A float: some frames have no finite value. */
const signal = { ...plainSignal("S", { startBit: 0, length: 32, byteOrder: "intel" }), valueType: "float" as const };
const messageOf = (id: number): Message => ({
  name: `M${id}`,
  symbol: null,
  comment: null,
  attributes: [],
  isExtended: false,
  isDecodable: true,
  transmitter: null,
  otherTransmitters: [],
  signalGroups: [],
  id,
  length: 4,
  signals: [signal],
});

function batchOf(id: number, frames: readonly { timeUs: number; id: number; value: number }[]): LandedBatch {
  const batch = new FrameBatch();
  for (const { timeUs, id: message, value } of frames)
    batch.push(timeUs, 0, message, 0, 4, new Uint8Array(Float32Array.of(value).buffer));
  const encoded = encodeCb1(batch, { epoch: 1, sequence: id });
  if (!encoded.ok) throw new Error(encoded.problem.code);
  return { id, landedUs: id, epoch: 1, sequence: id, body: encoded.value };
}

const frame = fc.record({
  timeUs: fc.integer({ min: 0, max: 999 }),
  id: fc.integer({ min: 1, max: 3 }),
  value: fc.constantFrom(1, 2, -3, Number.NaN, Number.POSITIVE_INFINITY),
});

it("several messages at once answer what each answers alone: samples up to the limit, else pixels [DBC-06]", async () => {
  const batches = fc.array(fc.array(frame, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(batches, fc.integer({ min: 1, max: 12 }), async (lists, limit) => {
      const plan = { segments: [], landed: lists.map((list, i) => batchOf(i + 1, list)) };
      const window = { bindingNumber: 1, fromUs: 100, toUs: 900, originUs: 100, pixelUs: 100, limit };
      const messages = [1, 2, 3].map((id) => ({ channel: 0, message: messageOf(id), signals: [signal] }));
      const found = await readMessageCurves(access(), plan, { ...window, messages });
      for (const [i, message] of messages.entries()) {
        const query = { ...window, ...message };
        const samples = await readSamples(access(), plan, query);
        const pixels = (await readPixels(access(), plan, query)).map(packPixels);
        expect(found[i]).toEqual(samples.more ? { pixels } : { samples });
      }
    }),
  );
});

it("reads what is landed once for all messages [DBC-06]", async () => {
  const reader = access();
  const reads: number[] = [];
  const runsOf = reader.landed.runsOf.bind(reader.landed);
  reader.landed.runsOf = (landed) => {
    const runs = runsOf(landed);
    reads.push(reader.landed.frames);
    return runs;
  };
  const plan = { segments: [], landed: [batchOf(1, [{ timeUs: 1, id: 1, value: 1 }])] };
  const messages = [1, 2].map((id) => ({ channel: 0, message: messageOf(id), signals: [signal] }));
  const window = { bindingNumber: 1, fromUs: 0, toUs: 10, originUs: 0, pixelUs: 1, limit: 5 };
  await readMessageCurves(reader, plan, { ...window, messages });
  expect(reads.length).toBeGreaterThan(1);
  expect(new Set(reads)).toEqual(new Set([1]));
});
