import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { MemoryOutput } from "@canopy/can/logs/memory-output";
import type { LogOutput, LogWriter } from "@canopy/can/logs/writer";

export interface OutputFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

interface OutputOptions {
  readonly folder: string;
  /** Without suffix; a second file gets `-002`. */
  readonly stem: string;
  readonly suffix: string;
  readonly splitBytes?: number | undefined;
  readonly writer: (output: LogOutput) => LogWriter;
}

/** Frames, as a {@link LogWriter} counts them. */
export interface Losses {
  skipped: number;
  adjusted: number;
  reduced: number;
}

interface Patch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** Frames per piece of a batch that may be split: a file exceeds the requested length by at most one piece. */
const PIECE_FRAMES = 512;

/**
 * A log in one file or several. While a batch is formatted, the output of the previous batch is packed and written on
 * other threads: two batches are held at most.
 */
export class OutputFiles {
  readonly files: OutputFile[] = [];
  /** What the format could not take over, of the files that are ended. */
  readonly losses: Losses = { skipped: 0, adjusted: 0, reduced: 0 };
  #bytes = 0;
  #file: { handle: FileHandle; path: string; name: string; writer: LogWriter } | undefined;
  #length = 0;
  /** Bytes after those on disk or on their way. */
  #waiting = new MemoryOutput();
  #spare = new MemoryOutput();
  #patches: Patch[] = [];
  #writing: Promise<void> = Promise.resolve();
  #packing: Promise<void> | undefined;
  readonly #options: OutputOptions;

  constructor(options: OutputOptions) {
    this.#options = options;
  }

  /** Of all files so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The batch may be filled again when it resolves. */
  async write(batch: FrameBatch): Promise<void> {
    const { splitBytes } = this.#options;
    if (splitBytes === undefined) return this.#write(batch);
    for (const piece of piecesOf(batch)) {
      await this.#write(piece);
      // The length of the file decides about the next piece.
      await this.#packing;
      if (this.#length >= splitBytes) await this.#endFile();
    }
  }

  /** A range without frames is a file without frames. */
  async end(): Promise<void> {
    if (this.files.length === 0 && this.#file === undefined) await this.#begin();
    await this.#endFile();
  }

  /** After a fault: the file stays as it is. */
  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file?.handle.close().catch(() => undefined);
    this.#file = undefined;
  }

  async #write(batch: FrameBatch): Promise<void> {
    const { writer } = this.#file ?? (await this.#begin());
    const before = this.#packing;
    writer.write(batch);
    this.#packing = writer.pending;
    await before;
    await this.#drain();
  }

  async #begin() {
    const { folder, stem, suffix } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const number = this.files.length + 1;
    const name = `${stem}${number === 1 ? "" : `-${String(number).padStart(3, "0")}`}${suffix}`;
    const path = join(folder, name);
    const handle = await open(path, "w", 0o600);
    this.#length = 0;
    const writer = this.#options.writer({
      append: (bytes) => {
        this.#waiting.append(bytes);
        this.#length += bytes.length;
        this.#bytes += bytes.length;
      },
      patch: (at, bytes) => {
        const taken = this.#length - this.#waiting.length;
        if (at >= taken) this.#waiting.patch(at - taken, bytes);
        else this.#patches.push({ at, bytes });
      },
    });
    this.#file = { handle, path, name, writer };
    return this.#file;
  }

  /** Resolves when the drained bytes are on disk. */
  async #drain(): Promise<void> {
    await this.#writing;
    const full = this.#waiting;
    const patches = this.#patches;
    if (full.length === 0 && patches.length === 0) return;
    this.#spare.clear();
    [this.#waiting, this.#spare, this.#patches] = [this.#spare, full, []];
    const chunk = { at: this.#length - full.length, bytes: full.view() };
    this.#writing = writeAll(this.#file?.handle, [chunk, ...patches]);
    // The next caller that waits for it gets the error.
    this.#writing.catch(() => undefined);
  }

  async #endFile(): Promise<void> {
    if (this.#file === undefined) return;
    const { handle, path, name, writer } = this.#file;
    writer.end();
    await writer.pending;
    this.#packing = undefined;
    await this.#drain();
    await this.#writing;
    // Some file systems find out here that there is no room.
    await handle.sync();
    await handle.close();
    this.#file = undefined;
    this.losses.skipped += writer.skipped;
    this.losses.adjusted += writer.adjusted;
    this.losses.reduced += writer.reduced ?? 0;
    this.files.push({ path, name, bytes: this.#length });
  }
}

async function writeAll(handle: FileHandle | undefined, parts: readonly Patch[]): Promise<void> {
  for (const { at, bytes } of parts) {
    for (let done = 0; done < bytes.length; ) {
      const written = await handle?.write(bytes, done, bytes.length - done, at + done);
      if (written === undefined) throw new Error("there is no file to write to");
      done += written.bytesWritten;
    }
  }
}

/** Each is good until the next is asked for. */
function* piecesOf(batch: FrameBatch): Generator<FrameBatch> {
  const piece = new FrameBatch(PIECE_FRAMES);
  for (let from = 0; from < batch.length; from += PIECE_FRAMES) {
    piece.clear();
    for (let i = from; i < Math.min(batch.length, from + PIECE_FRAMES); i += 1) piece.pushFrom(batch, i);
    yield piece;
  }
}
