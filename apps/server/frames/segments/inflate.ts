import { constants, createZstdDecompress, zstdDecompressSync } from "node:zlib";

/*
 * `zstdDecompressSync` makes a decompressor for each call, which takes longer than a block of a few kilobytes. The
 * decompressor of a stream that is never used as one does all blocks of a thread. How a stream speaks with it is Node's
 * own affair: where it is not as we know it, the public function does the same more slowly.
 */

interface Decompressor {
  writeSync(
    flush: number,
    input: Uint8Array,
    inputAt: number,
    inputLength: number,
    output: Uint8Array,
    outputAt: number,
    outputLength: number,
  ): void;
  onerror: () => void;
}

interface Open {
  readonly handle: Decompressor;
  /** After a write: room left in the output, bytes left of the input. */
  readonly left: Uint32Array;
  hasFailed: boolean;
}

/** Blocks are inflated into rooms of this size side by side: memory for each alone would cost as much as inflating it. */
const ROOM_BYTES = 128 * 1024;
let room = new Uint8Array(0);
let roomAt = 0;

/** Undefined until it is made and after a failure, null where Node has none that we know. */
let open: Open | null | undefined;

/** The bytes of one zstd frame; undefined where it is damaged or not of this length. */
export function inflate(stored: Uint8Array, rawLength: number): Uint8Array | undefined {
  if (open === undefined) open = openDecompressor();
  return open === null ? inflatePublicly(stored, rawLength) : inflateWith(open, stored, rawLength);
}

function inflateWith(by: Open, stored: Uint8Array, rawLength: number): Uint8Array | undefined {
  // A byte more than it needs shows a frame that is longer than it should be.
  if (roomAt + rawLength >= room.length) {
    room = new Uint8Array(Math.max(ROOM_BYTES, rawLength + 1));
    roomAt = 0;
  }
  by.handle.writeSync(constants.ZSTD_e_end, stored, 0, stored.length, room, roomAt, rawLength + 1);
  if (by.hasFailed || by.left[0] !== 1 || by.left[1] !== 0) {
    // What it has begun would go on in the next block.
    open = undefined;
    return undefined;
  }
  const raw = room.subarray(roomAt, roomAt + rawLength);
  // Columns of eight bytes are looked at in place.
  roomAt = (roomAt + rawLength + 7) & ~7;
  return raw;
}

export function inflatePublicly(stored: Uint8Array, rawLength: number): Uint8Array | undefined {
  try {
    const raw = zstdDecompressSync(stored, {
      chunkSize: Math.max(64, rawLength),
      maxOutputLength: Math.max(1, rawLength),
    });
    return raw.length === rawLength ? raw : undefined;
  } catch {
    return undefined;
  }
}

function openDecompressor(): Open | null {
  const { _handle: handle, _writeState: left } = createZstdDecompress() as unknown as {
    _handle?: Partial<Decompressor>;
    _writeState?: unknown;
  };
  if (typeof handle?.writeSync !== "function" || !(left instanceof Uint32Array) || left.length !== 2) return null;
  const opened: Open = { handle: handle as Decompressor, left, hasFailed: false };
  opened.handle.onerror = () => {
    opened.hasFailed = true;
  };
  return opened;
}
