import type { Files } from "../../platform/files/files.ts";
import { readFooter, type SegmentFooter } from "../segments/footer.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";
import { type SegmentRow, SnapshotGone } from "./segment-index.ts";

const MOST_BYTES = 64 * 1024 * 1024;

/** Footers of segments, which never change, by bytes. */
export class FooterCache {
  readonly #files: Files;
  readonly #most: number;
  // In order of their last use.
  readonly #footers = new Map<number, SegmentFooter>();
  readonly #reading = new Map<number, Promise<SegmentFooter>>();
  #bytes = 0;

  constructor(files: Files, most = MOST_BYTES) {
    this.#files = files;
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async get(row: SegmentRow): Promise<SegmentFooter> {
    const known = this.#footers.get(row.id);
    if (known !== undefined) {
      this.#footers.delete(row.id);
      this.#footers.set(row.id, known);
      return known;
    }
    const running = this.#reading.get(row.id);
    if (running !== undefined) return running;
    const reading = this.#read(row).finally(() => this.#reading.delete(row.id));
    this.#reading.set(row.id, reading);
    return reading;
  }

  async #read(row: SegmentRow): Promise<SegmentFooter> {
    const at = row.offset + row.length - row.footerLength;
    const end = await readBytes(this.#files, row, at, row.footerLength);
    let footer: SegmentFooter;
    try {
      footer = readFooter(end);
    } catch (error) {
      throw damageOf(row, error instanceof Error ? error.message : String(error));
    }
    if (footer.totals.bindingNumber !== row.bindingNumber || footer.totals.frames !== row.frames)
      throw damageOf(row, "its footer is of other frames than the index says");
    this.#footers.set(row.id, footer);
    this.#bytes += footer.memory;
    for (const [id, { memory }] of this.#footers) {
      if (this.#bytes <= this.#most || id === row.id) break;
      this.#footers.delete(id);
      this.#bytes -= memory;
    }
    return footer;
  }
}

export function damageOf({ file, firstUs, lastUs }: SegmentRow, reason: string): SegmentDamage {
  return new SegmentDamage(reason, { file, fromUs: firstUs, toUs: lastUs + 1 });
}

/**
 * Bytes of a segment. A file that is gone, or cut off, may have been merged since the index was read: `SnapshotGone`
 * says so, and only a reader that finds it again in a new snapshot knows that it is damage.
 */
export async function readBytes(files: Files, row: SegmentRow, offset: number, length: number): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await files.read(row.file, offset, length);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") throw new MissingFile(row);
    if (code === "EIO") throw damageOf(row, "the disk cannot read it");
    throw error;
  }
  if (bytes.length < length) throw new MissingFile(row);
  return bytes;
}

/** The file of a segment is not there, or ends before it should. */
export class MissingFile extends SnapshotGone {
  readonly row: SegmentRow;

  constructor(row: SegmentRow) {
    super();
    this.message = `the file ${row.file} is gone or cut off`;
    this.row = row;
  }
}
