import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { withT0 } from "@canopy/can/frame/cb1-shift";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { protocolVector } from "../../testing/protocol-page.ts";
import { planBatch } from "../ingest/ingest-admit.ts";
import { readFrames } from "./dialect-canopy-frames.ts";

const device = { bindingNumber: 1, deviceId: "", tenantId: "", receivedAtMs: 0 };
/** 53 years: as far as the times of a batch may be apart. */
const WIDEST_US = 2 ** 51 - 2 ** 49;

/** A batch whose frames lie at `offsetsUs` after t0. */
function batchAt(t0Us: bigint, offsetsUs: readonly number[]): Uint8Array {
  const frames = new FrameBatch();
  for (const [i, timeUs] of offsetsUs.entries()) frames.push(timeUs, 0, i, 0, 1, Uint8Array.of(i));
  const encoded = encodeCb1(frames, { epoch: 1, sequence: 2 });
  if (!encoded.ok) throw new Error(encoded.problem.code);
  return withT0(encoded.value, t0Us + BigInt(offsetsUs[0] ?? 0));
}

describe("a batch whose times are beyond every range", () => {
  it("of the page is read, with its frames at their distances, and quarantined [DAT-08] [DEV-12]", () => {
    const vector = protocolVector("cb1-far-clock");
    const reading = readFrames(vector.payload);
    if (reading.kind !== "batch") throw new Error(reading.kind);
    const { frames, raw, epoch, sequence } = reading.batch;
    expect({ epoch, sequence }).toEqual({ epoch: vector.epoch, sequence: vector.sequence });
    expect([...frames.timeUs.subarray(0, frames.length)]).toEqual(vector.frames.map(({ timeUs }) => timeUs));
    expect(planBatch({ ...device, ...reading.batch }, Date.now())?.clock).toBe("beforeTerminals");
    const again = new FrameBatch();
    expect(decodeCb1(raw ?? new Uint8Array(), again).ok).toBe(true);
    expect(again.timeUs[1]).toBe(frames.timeUs[1]);
  });

  it("is always kept apart, whatever its clock said [DAT-08]", () => {
    const far = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).filter((t0) => t0 > 2n ** 52n || t0 < -(2n ** 52n));
    const offsets = fc.array(fc.nat(WIDEST_US), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(far, offsets, (t0Us, offsetsUs) => {
        const reading = readFrames(batchAt(t0Us, offsetsUs));
        if (reading.kind !== "batch") throw new Error(JSON.stringify(reading));
        const { frames } = reading.batch;
        expect(planBatch({ ...device, ...reading.batch }, Date.now())?.clock).toBe("beforeTerminals");
        const read = [...frames.timeUs.subarray(0, frames.length)];
        const [first = 0] = offsetsUs;
        expect(read.map((timeUs) => timeUs - (read[0] ?? 0))).toEqual(offsetsUs.map((offset) => offset - first));
      }),
    );
  });
});
