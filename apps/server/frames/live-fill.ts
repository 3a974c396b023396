import { setTimeout as sleep } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { LIVE_FILL_FRAMES, LIVE_FILL_MS, type LivePosition } from "@canopy/contract/frames/live";
import type { FramePage, PageQuery, StoredFrame } from "./history-store.ts";
import type { FramePosition } from "./retention-store.ts";

/** A page of the store. */
export type ReadPage = (query: PageQuery) => Promise<FramePage>;

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
/** What came in just before is still on its way to the store: so long after, it is looked for once more. */
const LATE_MS = 1500;
/** A terminal's clock may be a little ahead of ours. */
const AHEAD_MS = 5000;

/** Sends what the store has after a position, up to now; what is too much or too old is told as a gap. */
export async function fillFromStore(readPage: ReadPage, request: FillRequest, nowMs: number): Promise<void> {
  const { after, gap, signal } = request;
  const afterMs = after.time_us / 1000;
  const fromMs = Math.max(afterMs, nowMs - LIVE_FILL_MS);
  if (fromMs > afterMs) gap(afterMs, fromMs);
  const { time_us: timeUs, ...rest } = after;
  const fill: Fill = {
    request,
    readPage,
    fromUs: Math.floor(fromMs * 1000),
    toUs: (nowMs + AHEAD_MS) * 1000,
    left: LIVE_FILL_FRAMES,
  };
  try {
    const first = await sendPages(fill, { timeUs, ...rest });
    if (first === "tooMany") return;
    await sleep(LATE_MS, undefined, { signal });
    await sendPages(fill, first);
  } catch (error) {
    if (!signal.aborted) gap(fromMs, nowMs);
    throw error;
  }
}

interface Fill {
  readonly request: FillRequest;
  readonly readPage: ReadPage;
  readonly fromUs: number;
  readonly toUs: number;
  left: number;
}

async function sendPages(fill: Fill, position: FramePosition): Promise<FramePosition | "tooMany"> {
  const { bindingNumber, channels, signal, send, gap } = fill.request;
  const filter = channels === undefined ? {} : { channels };
  let after = position;
  for (;;) {
    signal.throwIfAborted();
    const { fromUs, toUs } = fill;
    const page = await fill.readPage({
      bindingNumber,
      fromUs,
      toUs,
      filter,
      order: "oldestFirst",
      limit: PAGE_FRAMES,
      after,
    });
    for (const run of runsOf(page.frames)) await send(encodeRun(run));
    const last = page.frames.at(-1);
    if (last) after = { timeUs: last.timeUs, epoch: last.epoch, sequence: last.sequence, index: last.index };
    fill.left -= page.frames.length;
    if (page.next === undefined) return after;
    if (fill.left <= 0) {
      gap(after.timeUs / 1000, toUs / 1000 - AHEAD_MS);
      return "tooMany";
    }
  }
}

/** Frames of one batch that follow each other. */
function* runsOf(frames: readonly StoredFrame[]): Generator<StoredFrame[]> {
  let run: StoredFrame[] = [];
  for (const frame of frames) {
    const [first] = run;
    if (first && (first.epoch !== frame.epoch || first.sequence !== frame.sequence)) {
      yield run;
      run = [];
    }
    run.push(frame);
  }
  if (run.length > 0) yield run;
}

function encodeRun(run: readonly StoredFrame[]): Uint8Array {
  const batch = new FrameBatch(run.length, run.length * 8);
  for (const frame of run) batch.pushFrame(frame);
  const { epoch, sequence } = run[0] as StoredFrame;
  const encoded = encodeCb1(batch, { epoch, sequence });
  if (!encoded.ok) throw new Error(`the store holds a frame that is none: ${encoded.problem.code}`);
  return encoded.value;
}
