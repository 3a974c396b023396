import type pg from "pg";
import type { Files } from "../../platform/files/files.ts";
import { FILE_HEAD_BYTES, KEPT_FILE_HEAD, SEGMENT_FILE_HEAD } from "../segments/file-head.ts";
import { beginFile, giveUpFile, type OpenFile, renewFiles } from "../store/files/segment-file-store.ts";
import type { FrameServer } from "./frame-server.ts";

/** Bytes of a file of the old server: a segment, or the kept values of a series. */
export interface BodyRange {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export interface CopiedFile extends OpenFile {
  readonly bytes: number;
}

export interface CopiedBody {
  readonly file: CopiedFile;
  readonly offset: number;
}

const PART_BYTES = 4 * 1024 * 1024;

const nameOf = ({ file, offset }: BodyRange) => `${file} ${offset}`;

/** Bodies that lie at the new server already; they count when the index there names them. */
export class CopiedBodies {
  readonly #from: Files;
  readonly #to: FrameServer;
  readonly #copied = new Map<string, CopiedBody>();

  constructor(from: FrameServer, to: FrameServer) {
    this.#from = from.store.files;
    this.#to = to;
  }

  /** Copies those that are missing; a file of the old server becomes one of the new. */
  async copy(ranges: readonly BodyRange[], onCopied: (done: number, of: number) => void): Promise<void> {
    const missing = ranges.filter((range) => !this.#copied.has(nameOf(range)));
    let done = 0;
    for (const [name, own] of Map.groupBy(missing, ({ file }) => file)) {
      await this.#copyFile(name.endsWith(".kept") ? "kept" : "seg", own);
      done += own.length;
      onCopied(done, missing.length);
    }
    await renewFiles(this.#pool, this.#files);
  }

  of(range: BodyRange): CopiedBody {
    const copied = this.#copied.get(nameOf(range));
    if (copied === undefined) throw new Error(`${range.file} was not copied`);
    return copied;
  }

  /** Those that nothing names are swept. */
  async giveUp(used: ReadonlySet<number>): Promise<void> {
    for (const file of this.#files) if (!used.has(file.id)) await giveUpFile(this.#pool, file);
  }

  get #pool(): pg.Pool {
    return this.#to.database.pool;
  }

  get #files(): OpenFile[] {
    return [...new Set([...this.#copied.values()].map(({ file }) => file))];
  }

  async #copyFile(suffix: "seg" | "kept", ranges: readonly BodyRange[]): Promise<void> {
    const opened = await beginFile(this.#pool, suffix);
    const file = await this.#to.store.files.create(opened.name);
    const offsets: number[] = [];
    let bytes = FILE_HEAD_BYTES;
    try {
      await file.write([suffix === "kept" ? KEPT_FILE_HEAD : SEGMENT_FILE_HEAD]);
      for (const range of ranges) {
        offsets.push(bytes);
        for (let at = 0; at < range.length; at += PART_BYTES)
          await file.write([await this.#read(range, at, Math.min(PART_BYTES, range.length - at))]);
        bytes += range.length;
      }
      await file.finish();
    } catch (error) {
      await file.abort().catch(() => undefined);
      await giveUpFile(this.#pool, opened).catch(() => undefined);
      throw error;
    }
    const copied = { ...opened, bytes };
    for (const [i, range] of ranges.entries())
      this.#copied.set(nameOf(range), { file: copied, offset: offsets[i] as number });
  }

  async #read({ file, offset }: BodyRange, at: number, length: number): Promise<Uint8Array> {
    const bytes = await this.#from.read(file, offset + at, length);
    if (bytes.length !== length) throw new Error(`${file} ends too early: see canopy verify`);
    return bytes;
  }
}
