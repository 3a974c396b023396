import type { FrameBatch } from "@canopy/can/frame/batch";

/** The columns of a batch, as they go from thread to thread: their memory is handed over or shared. */
export interface FrameArrays {
  readonly length: number;
  readonly dataLength: number;
  readonly timeUs: Float64Array;
  readonly channel: Uint8Array;
  readonly id: Uint32Array;
  readonly flags: Uint8Array;
  readonly size: Uint8Array;
  readonly start: Uint32Array;
  readonly data: Uint8Array;
}

export function arraysOf(batch: FrameBatch): FrameArrays {
  const { length, dataLength, timeUs, channel, id, flags, size, start, data } = batch;
  return { length, dataLength, timeUs, channel, id, flags, size, start, data };
}

/** The arrays to transfer. */
export function memoryOf({ timeUs, channel, id, flags, size, start, data }: FrameArrays): ArrayBuffer[] {
  return [...new Set([timeUs, channel, id, flags, size, start, data].map(({ buffer }) => buffer as ArrayBuffer))];
}

export function batchOf(into: FrameBatch, frames: FrameArrays): FrameBatch {
  return Object.assign(into, frames);
}
