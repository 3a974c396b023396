import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { FLAG_ERROR, FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { describe, expect, it } from "vitest";
import type { StoredFrame } from "../store/frame-store.ts";
import { fillFromStore, type ReadPage } from "./live-fill.ts";

const NOW_MS = 1_700_000_000_000;

function stored(k: number, more: Partial<StoredFrame>): StoredFrame {
  const data = Uint8Array.of(k);
  return { timeUs: NOW_MS * 1000 - 1000, k, channel: 0, id: 0x100, flags: 0, size: 1, data, ...more };
}

describe("what a browser missed", () => {
  it.each([
    ["a little behind", -1000],
    ["half a minute ahead", 30_000],
  ])("is sent where the terminal's clock is %s [DAT-01]", async (_, aheadMs) => {
    const atUs = (NOW_MS + aheadMs) * 1000;
    const frames = [stored(0, { timeUs: atUs - 8_000_000 }), stored(1, { timeUs: atUs })];
    const sent = new FrameBatch();
    const stop = new AbortController();
    const request = {
      bindingNumber: 1,
      channels: undefined,
      // The connection was broken for ten seconds.
      after: { time_us: atUs - 10_000_000, k: 0 },
      signal: stop.signal,
      send: async (batch: Uint8Array) => {
        expect(decodeCb1(batch, sent).ok).toBe(true);
        stop.abort();
      },
      gap: () => undefined,
    };
    const readPage: ReadPage = async ({ fromUs, toUs }) => ({
      frames: frames.filter(({ timeUs }) => timeUs >= fromUs && timeUs < toUs),
      next: undefined,
    });
    await expect(fillFromStore(readPage, request, NOW_MS)).rejects.toThrow();
    expect(Array.from(sent.timeUs.subarray(0, sent.length))).toEqual([atUs - 8_000_000, atUs]);
  });

  it("is sent though an imported log has brought what is no CAN frame [DAT-07]", async () => {
    const frames = [
      stored(0, {}),
      stored(1, { id: 0x1fffffff, flags: FLAG_ERROR }),
      stored(2, { size: 9, data: new Uint8Array(9) }),
      stored(3, {}),
    ];
    const sent = new FrameBatch();
    const stop = new AbortController();
    const request = {
      bindingNumber: 1,
      channels: undefined,
      after: { time_us: NOW_MS * 1000 - 2000, k: 0 },
      signal: stop.signal,
      send: async (batch: Uint8Array) => {
        expect(decodeCb1(batch, sent).ok).toBe(true);
        stop.abort();
      },
      gap: () => undefined,
    };
    await expect(fillFromStore(async () => ({ frames, next: undefined }), request, NOW_MS)).rejects.toThrow();
    const seen = Array.from({ length: sent.length }, (_, i) => [sent.id[i], sent.flags[i], sent.size[i]]);
    expect(seen).toEqual([
      [0x100, 0, 1],
      [0x1fffffff, FLAG_ERROR | FLAG_EXTENDED, 1],
      [0x100, 0, 1],
    ]);
  });
});
