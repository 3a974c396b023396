import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { SpoolLock } from "./lock.ts";
import { Mark } from "./mark.ts";
import { isSegmentName, Segment, type SourcePosition, type StoredRecord } from "./segment.ts";

export interface SpoolSettings {
  folder: string;
  /** Chance is the caller's: used only where the spool is new. */
  newEpoch: () => number;
  segmentBytes?: number;
  maxBytes?: number;
  /** Acknowledged files that stay for a recall, the newest of them. */
  keepBytes?: number;
}

/** A file of the spool with its batches (CB1) in order. */
export interface SpooledFile {
  readonly name: string;
  readonly size: number;
  readonly isWriting: boolean;
  batches(): Iterable<Uint8Array>;
}

interface SpoolEntry {
  segment: Segment;
  record: StoredRecord;
  state: "kept" | "sent" | "held";
  isRefused: boolean;
  heldAtMs: number;
}

export interface OutgoingBatch {
  readonly sequence: number;
  readonly bytes: Buffer;
}

const SEGMENT_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 1024 * 1024 * 1024;
/** docs/device-protocol.md 2.2. */
const HELD_MS = 3_600_000;

/**
 * Batches on disk until the server has them: append-only files, synced before anything is sent, deleted when all of
 * theirs is acknowledged. Epoch and sequence are in the files, so a restart goes on counting where it was.
 */
export class Spool {
  readonly epoch: number;
  private readonly folder: string;
  private readonly segmentBytes: number;
  private readonly maxBytes: number;
  private readonly keepBytes: number;
  private readonly lock: SpoolLock;
  private readonly mark: Mark;
  private segments: Segment[];
  private readonly entries = new Map<number, SpoolEntry>();
  private queue: number[] = [];

  constructor({ folder, newEpoch, segmentBytes = SEGMENT_BYTES, maxBytes = MAX_BYTES, keepBytes = 0 }: SpoolSettings) {
    mkdirSync(folder, { recursive: true });
    this.folder = folder;
    this.segmentBytes = segmentBytes;
    this.maxBytes = maxBytes;
    this.keepBytes = keepBytes;
    this.lock = new SpoolLock(folder);
    this.mark = new Mark(folder);
    this.segments = openSegments(folder);
    this.epoch = this.segments.at(-1)?.head.epoch ?? newEpoch();
    if (this.segments.length === 0) this.addSegment(0, { source: 0, position: 0 });
    this.recover();
  }

  /** Where reading of the source goes on. */
  get position(): SourcePosition {
    const { source, position } = this.active.last;
    return { source, position };
  }

  get waiting(): number {
    return this.entries.size;
  }

  /** What is kept for a recall does not count. */
  get isFull(): boolean {
    const [first] = this.entries.keys();
    const waiting = this.segments.filter(({ nextSequence }) => first !== undefined && nextSequence > first);
    return waiting.reduce((sum, { size }) => sum + size, 0) >= this.maxBytes;
  }

  files(): SpooledFile[] {
    return this.segments.map((segment) => ({
      name: `${String(segment.head.firstSequence).padStart(8, "0")}.log`,
      size: segment.size,
      isWriting: segment === this.active,
      *batches() {
        for (const record of segment.records) yield segment.read(record);
      },
    }));
  }

  get nextSequence(): number {
    return this.active.nextSequence;
  }

  /** On disk when it returns. `encode` gets the sequence that each batch will have. */
  append(batches: readonly { encode: (sequence: number) => Uint8Array; at: SourcePosition }[]): void {
    if (batches.length === 0) return;
    if (this.active.size >= this.segmentBytes) this.addSegment(this.nextSequence, this.position);
    const segment = this.active;
    const records = batches.map(({ encode, at }) => segment.append(encode(segment.nextSequence), at));
    segment.sync();
    for (const record of records) this.keep(segment, record);
  }

  /** The next one to send; it counts as sent. */
  take(): OutgoingBatch | undefined {
    for (let sequence = this.queue.shift(); sequence !== undefined; sequence = this.queue.shift()) {
      const entry = this.entries.get(sequence);
      if (entry === undefined || entry.state !== "kept") continue;
      entry.state = "sent";
      return { sequence, bytes: entry.segment.read(entry.record) };
    }
    return undefined;
  }

  acknowledge(sequence: number, nowMs: number): void {
    const entry = this.entries.get(sequence);
    if (entry === undefined) return;
    if (entry.isRefused) {
      Object.assign(entry, { state: "held", isRefused: false, heldAtMs: nowMs });
      return;
    }
    this.entries.delete(sequence);
    const [first] = this.entries.keys();
    this.mark.write(this.epoch, first ?? this.nextSequence);
    this.deleteBefore(first ?? this.nextSequence);
  }

  refuse(epoch: number, sequence: number): void {
    const entry = epoch === this.epoch ? this.entries.get(sequence) : undefined;
    if (entry !== undefined) entry.isRefused = true;
  }

  release(nowMs: number, minHeldMs = 0): void {
    let isAny = false;
    for (const entry of this.entries.values()) {
      if (entry.state !== "held" || nowMs - entry.heldAtMs < minHeldMs) continue;
      entry.state = "kept";
      isAny = true;
    }
    if (isAny) this.sortQueue();
  }

  releaseOld(nowMs: number): void {
    this.release(nowMs, HELD_MS);
  }

  /** The connection is gone: batches in flight are sent again, before newer ones. */
  rewind(): void {
    for (const entry of this.entries.values()) {
      if (entry.state === "sent") Object.assign(entry, { state: "kept", isRefused: false });
    }
    this.sortQueue();
  }

  close(): void {
    for (const segment of this.segments) segment.close();
    this.mark.close();
    this.lock.release();
  }

  private get active(): Segment {
    const segment = this.segments.at(-1);
    if (segment === undefined) throw new Error("a spool has a segment");
    return segment;
  }

  private recover(): void {
    const acknowledged = this.mark.read(this.epoch);
    for (const segment of this.segments) {
      for (const record of segment.records) if (record.sequence >= acknowledged) this.keep(segment, record);
    }
    const [first] = this.entries.keys();
    this.deleteBefore(first ?? this.nextSequence);
  }

  private keep(segment: Segment, record: StoredRecord): void {
    this.entries.set(record.sequence, { segment, record, state: "kept", isRefused: false, heldAtMs: 0 });
    this.queue.push(record.sequence);
  }

  private sortQueue(): void {
    this.queue = [...this.entries].filter(([, { state }]) => state === "kept").map(([sequence]) => sequence);
    this.queue.sort((a, b) => a - b);
  }

  /** Files whose last batch is acknowledged, beyond those that are kept; the active one stays, it knows epoch, sequence and position. */
  private deleteBefore(sequence: number): void {
    let kept = 0;
    const isOver = (segment: Segment) => {
      if (segment === this.active || segment.nextSequence > sequence) return false;
      kept += segment.size;
      return kept > this.keepBytes;
    };
    const over = new Set(this.segments.toReversed().filter(isOver));
    for (const segment of over) segment.delete();
    this.segments = this.segments.filter((segment) => !over.has(segment));
  }

  private addSegment(firstSequence: number, at: SourcePosition): void {
    this.segments.push(Segment.create(this.folder, { epoch: this.epoch, firstSequence, ...at }));
    syncFolder(this.folder);
  }
}

function openSegments(folder: string): Segment[] {
  const names = readdirSync(folder).filter(isSegmentName).sort();
  return names.flatMap((name) => {
    const segment = Segment.open(join(folder, name));
    // Its creation was cut off: nothing was in it, and its name is needed again.
    if (segment === null) unlinkSync(join(folder, name));
    return segment ?? [];
  });
}

function syncFolder(folder: string): void {
  const file = openSync(folder, "r");
  fsyncSync(file);
  closeSync(file);
}
