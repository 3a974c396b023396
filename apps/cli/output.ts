import { write } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { LineBuffer } from "./lines/line-buffer.ts";

const STANDARD_OUTPUT = 1;
const FULL_PIPE_MS = 2;

/**
 * Standard output beside the work: while one buffer is written, the other is filled. It waits for its reader, so
 * `canopy decode big.log | slow` stays small.
 */
export class ByteOutput {
  private readonly buffer: LineBuffer;
  private spare: Uint8Array<ArrayBuffer>;
  private writing: Promise<void> = Promise.resolve();

  constructor(buffer: LineBuffer) {
    this.buffer = buffer;
    this.spare = new Uint8Array(buffer.bytes.length);
  }

  /** Writes the buffer as soon as the bytes before it are out. */
  async flush(): Promise<void> {
    await this.writing;
    const { bytes, length } = this.buffer;
    if (length === 0) return;
    this.buffer.take(this.spare);
    this.spare = bytes;
    this.writing = writeAll(bytes, length);
    // The error surfaces at the next `await` of this promise.
    this.writing.catch(() => {});
  }

  async end(): Promise<void> {
    await this.flush();
    await this.writing;
  }
}

async function writeAll(bytes: Uint8Array, length: number): Promise<void> {
  for (let done = 0; done < length; ) {
    const written = await writeSome(bytes, done, length - done);
    if (written === 0) await sleep(FULL_PIPE_MS);
    done += written;
  }
}

/** On a thread of Node's own: `process.stdout` would write to a file or a pipe on this one. */
function writeSome(bytes: Uint8Array, from: number, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(STANDARD_OUTPUT, bytes, from, length, null, (error, written) => {
      // A pipe that another process made non-blocking is full.
      if (error?.code === "EAGAIN") resolve(0);
      else if (error) reject(error);
      else resolve(written);
    });
  });
}
