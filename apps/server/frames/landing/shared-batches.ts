import { BYTES_PER_FRAME, FrameBatch } from "@canopy/can/frame/batch";

/** Initial room of a slice; it grows where one needs more. */
const FIRST_FRAMES = 12_288;

interface Room {
  readonly memory: SharedArrayBuffer;
  readonly frames: number;
  readonly bytes: number;
}

/**
 * Two batches in memory that threads share, in turn: one is read there while the other is filled here. Nothing is
 * copied or handed over, and a stream of any length takes no more than these.
 */
export class SharedBatches {
  readonly #rooms: [Room | undefined, Room | undefined] = [undefined, undefined];
  #turn = 0;

  /** Empty; the one before the last is used again. */
  next(frames: number, bytes: number): FrameBatch {
    const turn = this.#turn++ & 1;
    let room = this.#rooms[turn];
    if (room === undefined || room.frames < frames || room.bytes < bytes) {
      room = makeRoom(Math.max(FIRST_FRAMES, frames), Math.max(8 * FIRST_FRAMES, bytes));
      this.#rooms[turn] = room;
    }
    return new FrameBatch(room.frames, room.bytes, room.memory);
  }
}

function makeRoom(frames: number, bytes: number): Room {
  // Payloads are written as words of four bytes: the columns before them are whole words.
  const whole = 4 * Math.ceil(frames / 4);
  return { memory: new SharedArrayBuffer(BYTES_PER_FRAME * whole + bytes), frames: whole, bytes };
}
