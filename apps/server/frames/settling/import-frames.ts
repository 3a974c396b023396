import { FrameBatch } from "@canopy/can/frame/batch";
import type pg from "pg";
import { spanOf, type TimeSpan } from "../ingest/batch-span.ts";
import { addUsage } from "../landing/usage-store.ts";
import { arraysOf, memoryOf } from "../reading/frame-arrays.ts";
import { readIndex, type SegmentRow } from "../reading/segment-index.ts";
import {
  beginFile,
  fileIsLive,
  giveUpFile,
  indexVersions,
  insertSegments,
  type OpenFile,
  renewFiles,
} from "../store/files/segment-file-store.ts";
import type { FrameImports, ImportTarget, ImportWriter } from "../store/frame-imports.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import type { StoreWorkers } from "../store/threads/store-workers.ts";
import { inTransaction, PlanGone } from "../store/transaction.ts";
import type { WrittenFile } from "./settle-file.ts";

/** Frames that are sorted and written together: few enough for the cache of a core, and the next are read meanwhile. */
const PART_FRAMES = 250_000;
/** Of a part: one chunk of a reader may exceed it. */
const ROOM_FRAMES = 320_000;

/** Of a file: there is one for each hour. */
const MOST_SEGMENTS = 1_000_000;

interface ImportParts {
  readonly pool: pg.Pool;
  readonly workers: StoreWorkers;
  readonly now: () => number;
}

/** Renews the files of a long import: the sweep removes files not renewed for an hour. */
const RENEW_MS = 10 * 60_000;

export function frameImports(parts: ImportParts): FrameImports {
  return {
    async storedEpochs(bindingNumber, epochs) {
      const found = await parts.pool.query<{ epoch: number; isPartial: boolean }>(
        `select epoch, is_partial as "isPartial" from sequence_sets
          where binding = $1 and epoch = any($2::bigint[]) and mark > first`,
        [bindingNumber, arrayOf(epochs)],
      );
      return new Map(found.rows.map(({ epoch, isPartial }) => [epoch, { isPartial }]));
    },
    open: (target) => new SegmentImport(parts, target),
  };
}

/** The index that the frames of a part were numbered behind. */
interface Numbering {
  readonly version: number;
  readonly seen: readonly number[];
}

interface Part extends Numbering {
  readonly file: OpenFile;
  readonly written: WrittenFile;
}

class SegmentImport implements ImportWriter {
  frames = 0;
  readonly #parts: ImportParts;
  readonly #target: ImportTarget;
  readonly #written: Part[] = [];
  #filling = newPart();
  #writing: Promise<void> = Promise.resolve();
  #opened: Promise<void> | undefined;
  #renewedMs: number;

  constructor(parts: ImportParts, target: ImportTarget) {
    this.#parts = parts;
    this.#target = target;
    this.#renewedMs = parts.now();
  }

  push(frames: FrameBatch): void {
    this.#filling.pushAll(frames);
    this.frames += frames.length;
  }

  get isFull(): boolean {
    return this.#filling.length >= PART_FRAMES;
  }

  async flush(): Promise<void> {
    // One part at a time is being written while the next is pushed; its failure surfaces here or at the commit.
    await this.#writing;
    if (this.#filling.length === 0) return;
    const frames = this.#filling;
    this.#filling = newPart();
    this.#writing = this.#writePart(frames);
    this.#writing.catch(() => undefined);
  }

  async commit(epochs: readonly number[]): Promise<boolean> {
    await this.flush();
    await this.#writing;
    await this.#open();
    try {
      await inTransaction(this.#parts.pool, (client) => this.#makeVisible(client, epochs));
      return true;
    } catch (error) {
      await this.abort();
      if (error instanceof EpochTaken || error instanceof PlanGone) return false;
      throw error;
    }
  }

  async abort(): Promise<void> {
    await this.#writing.catch(() => undefined);
    for (const { file } of this.#written.splice(0)) await giveUpFile(this.#parts.pool, file);
  }

  #open(): Promise<void> {
    this.#opened ??= this.#begin();
    return this.#opened;
  }

  /** The binding has a row on this server. */
  async #begin(): Promise<void> {
    const { bindingNumber, tenantId } = this.#target;
    await this.#parts.pool.query(
      "insert into frame_bindings (binding, tenant_id) values ($1, $2) on conflict do nothing",
      [bindingNumber, tenantId],
    );
  }

  async #writePart(frames: FrameBatch): Promise<void> {
    const { pool, workers } = this.#parts;
    const { bindingNumber } = this.#target;
    await this.#open();
    await this.#renewParts();
    const version = (await indexVersions(pool, [bindingNumber])).get(bindingNumber);
    if (version === undefined) throw new Error("the binding has ended");
    const { overlapping, seen } = await this.#overlapping(frames);
    const file = await beginFile(pool, "seg");
    const arrays = arraysOf(frames);
    const written = await workers.run(
      "import",
      { file: file.name, bindingNumber, frames: arrays, overlapping },
      { transfer: memoryOf(arrays) },
    );
    this.#written.push({ file, written, version, seen });
  }

  async #renewParts(): Promise<void> {
    const nowMs = this.#parts.now();
    if (nowMs - this.#renewedMs < RENEW_MS) return;
    await renewFiles(
      this.#parts.pool,
      this.#written.map(({ file }) => file),
    );
    this.#renewedMs = nowMs;
  }

  /** Stored segments and earlier parts of this import: frames with one time stamp are numbered behind theirs. */
  async #overlapping(frames: FrameBatch): Promise<{ overlapping: SegmentRow[]; seen: number[] }> {
    const { firstUs, lastUs } = spanOf(frames) as TimeSpan;
    const window = { fromUs: firstUs, toUs: lastUs + 1 };
    const { segments } = await readIndex(this.#parts.pool, this.#target.bindingNumber, window);
    const own = this.#written.flatMap(({ file, written }) =>
      written.segments.map((segment, i): SegmentRow => {
        // No row yet: an id of its own for the cache of footers.
        return { ...segment, id: -(file.id * MOST_SEGMENTS + i), file: file.name, fileId: file.id };
      }),
    );
    const overlapping = [...segments, ...own.filter((row) => row.lastUs >= firstUs && row.firstUs <= lastUs)];
    return { overlapping, seen: segments.map(({ id }) => id) };
  }

  async #makeVisible(client: pg.PoolClient, epochs: readonly number[]): Promise<void> {
    const { bindingNumber, tenantId } = this.#target;
    await this.#mustBeNumberedRight(client);
    const made = await client.query(
      `insert into sequence_sets as s (binding, epoch, first, mark, oldest_us, newest_us)
        select $1, e, 0, 1, $3, $4 from unnest($2::bigint[]) as e
        on conflict (binding, epoch) do update set is_partial = false, version = s.version + 1, stored_at = now(),
          oldest_us = least(s.oldest_us, excluded.oldest_us), newest_us = greatest(s.newest_us, excluded.newest_us)
        where s.is_partial`,
      [bindingNumber, arrayOf(epochs), ...this.#extent()],
    );
    if (made.rowCount !== epochs.length) throw new EpochTaken();
    for (const { file, written } of this.#written) {
      await fileIsLive(client, file, written.bytes);
      await insertSegments(client, file, written.segments, () => Date.now());
    }
    const added = this.#written.flatMap(({ written }) => written.segments);
    await addUsage(client, { bindingNumber, tenantId }, added);
  }

  /**
   * Frames that were settled among those of a part since it was numbered may have the same time stamps and numbers: the
   * import is then made anew. The binding's row is locked, so that nothing is settled beside.
   */
  async #mustBeNumberedRight(client: pg.PoolClient): Promise<void> {
    const { bindingNumber } = this.#target;
    const open = await client.query<{ version: number }>(
      `update frame_bindings set index_version = index_version + 1 where binding = $1 and is_open
        returning index_version - 1 as version`,
      [bindingNumber],
    );
    const [binding] = open.rows;
    if (binding === undefined) throw new Error("the binding has ended");
    for (const { version, seen, written } of this.#written) {
      if (version === binding.version) continue;
      const others = await client.query(
        `select 1 from segments s join unnest($2::bigint[], $3::bigint[]) as o (first_us, last_us)
            on s.last_us >= o.first_us and s.first_us <= o.last_us
          where s.binding = $1 and not (s.id = any($4::bigint[])) limit 1`,
        [
          bindingNumber,
          arrayOf(written.segments.map(({ firstUs }) => firstUs)),
          arrayOf(written.segments.map(({ lastUs }) => lastUs)),
          arrayOf(seen),
        ],
      );
      if (others.rows.length > 0) throw new PlanGone("frames were settled among those of the import");
    }
  }

  /** Its oldest and its newest frame time. */
  #extent(): [number, number] {
    const segments = this.#written.flatMap(({ written }) => written.segments);
    return [
      segments.reduce((oldest, { firstUs }) => Math.min(oldest, firstUs), Number.MAX_SAFE_INTEGER),
      segments.reduce((newest, { lastUs }) => Math.max(newest, lastUs), 0),
    ];
  }
}

/** Its memory at once: growing leaves twice as much behind. */
const newPart = () => new FrameBatch(ROOM_FRAMES, 8 * ROOM_FRAMES);

class EpochTaken extends Error {}
