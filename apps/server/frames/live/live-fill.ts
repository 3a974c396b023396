import { setTimeout as sleep } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { pushForCb1 } from "@canopy/can/frame/cb1-fit";
import { LIVE_CLOCK_AHEAD_MS, LIVE_FILL_FRAMES, LIVE_FILL_MS, type LivePosition } from "@canopy/contract/frames/live";
import type { FrameFilter } from "../store/frame-filter.ts";
import type { FramePosition } from "../store/frame-position.ts";
import type { FrameReader, StoredFrame } from "../store/frame-store.ts";

export type ReadPage = FrameReader["page"];

export interface FillRequest {
  readonly bindingNumber: number;
  readonly channels: readonly number[] | undefined;
  readonly after: LivePosition;
  readonly signal: AbortSignal;
  /** Waits until the client has room for it. */
  send(batch: Uint8Array): Promise<void>;
  gap(fromMs: number, toMs: number): void;
}

const PAGE_FRAMES = 5000;
/** Recent frames may not be stored yet: after this time the store is read once more. */
const LATE_MS = 1500;

/** Sends the stored frames after a position, up to what a terminal whose clock is ahead has sent by now; a part that is too large or too old is reported as a gap. */
export async function fillFromStore(readPage: ReadPage, request: FillRequest, nowMs: number): Promise<void> {
  const { after, channels, gap, signal } = request;
  const afterMs = after.time_us / 1000;
  const fromMs = Math.max(afterMs, nowMs - LIVE_FILL_MS);
  if (fromMs > afterMs) gap(afterMs, fromMs);
  const fill: Fill = {
    request,
    readPage,
    filter: channels === undefined ? {} : { channels },
    fromUs: Math.floor(fromMs * 1000),
    nowMs,
    // The position is of that clock, and a browser may have another time than we.
    toUs: Math.ceil((Math.max(nowMs, afterMs) + LIVE_CLOCK_AHEAD_MS) * 1000),
    left: LIVE_FILL_FRAMES,
  };
  try {
    const first = await sendPages(fill, await positionOf(fill));
    if (first === "tooMany") return;
    await sleep(LATE_MS, undefined, { signal });
    await sendPages(fill, first);
  } catch (error) {
    if (!signal.aborted) gap(fromMs, Math.max(fromMs, nowMs));
    throw error;
  }
}

interface Fill {
  readonly request: FillRequest;
  readonly readPage: ReadPage;
  readonly filter: FrameFilter;
  readonly nowMs: number;
  readonly fromUs: number;
  readonly toUs: number;
  left: number;
}

/** The store numbers the frames of a time stamp over all channels; a client counts those it watches. */
async function positionOf({ request, readPage, filter }: Fill): Promise<FramePosition> {
  const { after, bindingNumber, channels, signal } = request;
  const position = { timeUs: after.time_us, k: after.k };
  if (channels === undefined) return position;
  signal.throwIfAborted();
  const window = { fromUs: after.time_us, toUs: after.time_us + 1 };
  const limit = Math.min(after.k + 1, PAGE_FRAMES);
  const seen = await readPage({ bindingNumber, ...window, filter, order: "oldestFirst", limit }, signal);
  return seen.frames.at(-1) ?? position;
}

async function sendPages(fill: Fill, position: FramePosition): Promise<FramePosition | "tooMany"> {
  const { request, readPage, filter, fromUs, toUs } = fill;
  const { bindingNumber, signal, send, gap } = request;
  let after = position;
  for (;;) {
    signal.throwIfAborted();
    const limit = PAGE_FRAMES;
    const page = await readPage({ bindingNumber, fromUs, toUs, filter, order: "oldestFirst", limit, after }, signal);
    if (page.frames.length > 0) await send(encode(page.frames));
    after = page.frames.at(-1) ?? after;
    fill.left -= page.frames.length;
    if (page.next === undefined) return after;
    if (fill.left <= 0) {
      const fromMs = after.timeUs / 1000;
      gap(fromMs, Math.max(fromMs, fill.nowMs));
      return "tooMany";
    }
  }
}

/** A batch of the store's own: it has no epoch and no sequence. */
function encode(frames: readonly StoredFrame[]): Uint8Array {
  const batch = new FrameBatch(frames.length, frames.length * 8);
  // Of an imported log the store may hold what is no CAN frame.
  for (const frame of frames) pushForCb1(batch, frame);
  const encoded = encodeCb1(batch, { epoch: 0, sequence: 0 });
  if (!encoded.ok) throw new Error(`what fits into CB1 cannot be written: ${encoded.problem.code}`);
  return encoded.value;
}
