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

interface Patch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** A batch that may be split is written in pieces of so many frames: a file is hardly longer than was asked for. */
const PIECE_FRAMES = 512;

/** A log in one file or several. Writers do not wait; what they give is on disk when `write` resolves. */
export class OutputFiles {
  readonly files: OutputFile[] = [];
  /** Frames that the format cannot hold. */
  skipped = 0;
  #bytes = 0;
  #file: { handle: FileHandle; path: string; name: string; writer: LogWriter } | undefined;
  #length = 0;
  /** What comes behind the bytes on disk. */
  readonly #waiting = new MemoryOutput();
  #patches: Patch[] = [];
  readonly #options: OutputOptions;

  constructor(options: OutputOptions) {
    this.#options = options;
  }

  /** Of all files so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(batch: FrameBatch): Promise<void> {
    const { splitBytes } = this.#options;
    if (splitBytes === undefined) return this.#write(batch);
    for (const piece of piecesOf(batch)) {
      await this.#write(piece);
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
    await this.#file?.handle.close().catch(() => undefined);
    this.#file = undefined;
  }

  async #write(batch: FrameBatch): Promise<void> {
    const { writer } = this.#file ?? (await this.#begin());
    writer.write(batch);
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
        const onDisk = this.#length - this.#waiting.length;
        if (at >= onDisk) this.#waiting.patch(at - onDisk, bytes);
        else this.#patches.push({ at, bytes });
      },
    });
    this.#file = { handle, path, name, writer };
    return this.#file;
  }

  async #drain(): Promise<void> {
    const handle = this.#file?.handle;
    await writeWhole(handle, this.#waiting.view(), this.#length - this.#waiting.length);
    this.#waiting.clear();
    const patches = this.#patches;
    this.#patches = [];
    for (const { at, bytes } of patches) await writeWhole(handle, bytes, at);
  }

  async #endFile(): Promise<void> {
    if (this.#file === undefined) return;
    const { handle, path, name, writer } = this.#file;
    writer.end();
    await this.#drain();
    // Some file systems find out here that there is no room.
    await handle.sync();
    await handle.close();
    this.#file = undefined;
    this.skipped += writer.skipped;
    this.files.push({ path, name, bytes: this.#length });
  }
}

async function writeWhole(handle: FileHandle | undefined, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const written = await handle?.write(bytes, done, bytes.length - done, at + done);
    if (written === undefined) throw new Error("there is no file to write to");
    done += written.bytesWritten;
  }
}

/** Each is good until the next is asked for. */
function* piecesOf(batch: FrameBatch): Generator<FrameBatch> {
  const piece = new FrameBatch(PIECE_FRAMES);
  for (let from = 0; from < batch.length; from += PIECE_FRAMES) {
    piece.clear();
    for (let i = from; i < Math.min(batch.length, from + PIECE_FRAMES); i += 1) piece.pushFrame(batch.at(i));
    yield piece;
  }
}
