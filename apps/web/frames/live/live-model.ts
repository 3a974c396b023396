import { FrameBatch } from "@canopy/can/frame/batch";
import type { FrameTest } from "../filter/filter-resolve.ts";
import { RowList } from "../rows/row-list.ts";
import { FrameRing, RING_FRAMES } from "../sources/frame-ring.ts";
import { type IdRow, IdTable } from "../sources/id-table.ts";
import { LiveTransport } from "./live-transport.ts";

/** What the table draws from: the frames as they come, or as they were when somebody pressed pause. */
export interface Shown {
  readonly ring: FrameRing;
  readonly ids: IdTable;
  /** The rows of the view of all frames that pass the filter. */
  readonly rows: RowList;
  /** The clock of the fading bytes. */
  readonly nowMs: number;
}

/** The live frames of one device, beside React: filled by the connection, drawn once per animation frame. */
export class LiveFrames {
  /** Grows with everything that changes what is to be drawn. */
  revision = 0;
  /** Grows when the rows of all frames were found anew. */
  generation = 0;
  /** All that came since the page was opened. */
  received = 0;
  /** Left out by the server because this browser was too slow. */
  missed = 0;
  /** Went by between two pictures of the followed end; they can be scrolled back to. */
  passed = 0;
  /** Came while paused. */
  collected = 0;
  /** CAN FD frames of more than 8 bytes have come: the table needs more room. */
  hasLong = false;
  /** J1939 messages of several frames, by the number of the frame that ended them. */
  readonly transport = new LiveTransport();
  private readonly ring: FrameRing;
  private readonly ids = new IdTable();
  private rows: RowList;
  private paused: Shown | null = null;
  private test: FrameTest | null = null;
  private readonly capacity: number;

  constructor(capacity = RING_FRAMES) {
    this.capacity = capacity;
    this.ring = new FrameRing(capacity);
    this.rows = new RowList(capacity);
  }

  get isPaused(): boolean {
    return this.paused !== null;
  }

  shown(nowMs: number): Shown {
    return this.paused ?? { ring: this.ring, ids: this.ids, rows: this.rows, nowMs };
  }

  add(batch: FrameBatch, nowMs: number, isFilled = false): void {
    this.revision++;
    this.received += batch.length;
    if (this.paused) this.collected += batch.length;
    if (isFilled) {
      this.ring.insert(batch);
      this.joinAgain();
      this.rows = this.listOf(this.ring);
      this.generation++;
      return;
    }
    for (let i = 0; i < batch.length; i++) this.addOne(batch, i, nowMs);
    this.rows.dropBefore(this.ring.first);
  }

  addGap(fromMs: number, toMs: number): void {
    this.revision++;
    const number = this.ring.pushGap(fromMs, toMs);
    this.rows.append(number);
    this.rows.dropBefore(this.ring.first);
  }

  addMissed(frames: number): void {
    this.missed += frames;
    this.revision++;
  }

  /** What passes; the rows of all frames kept are found anew. */
  arrange(test: FrameTest | null): void {
    if (test === this.test) return;
    this.test = test;
    this.generation++;
    this.revision++;
    this.rows = this.listOf(this.ring);
    if (this.paused) this.paused = { ...this.paused, rows: this.listOf(this.paused.ring) };
  }

  passes(row: IdRow): boolean {
    return this.test === null || this.test(row.channel, row.id, row.flags, row.size, row.data, 0);
  }

  pause(nowMs: number): void {
    if (this.paused) return;
    const ring = this.ring.copy();
    this.paused = { ring, ids: this.ids.copy(), rows: this.rows.copy(), nowMs };
    this.collected = 0;
    this.revision++;
  }

  resume(): void {
    this.paused = null;
    this.revision++;
  }

  /** The newest frames that pass, at most so many: of what is shown, so of the moment of the pause too. */
  newest(count: number): FrameBatch {
    const { ring, rows } = this.shown(0);
    const batch = new FrameBatch();
    for (let i = Math.max(rows.first, rows.end - count); i < rows.end; i++) ring.appendTo(batch, rows.number(i));
    return batch;
  }

  private addOne(batch: FrameBatch, i: number, nowMs: number): void {
    this.ids.add(batch, i, nowMs);
    const { changedLow, changedHigh, deltaUs } = this.ids;
    const number = this.ring.push(batch, i, changedLow, changedHigh, deltaUs);
    const ended = this.transport.add(batch, i, number);
    if (ended) this.ids.join(this.ring, ended);
    const size = batch.size[i] as number;
    if (size > 8) this.hasLong = true;
    if (this.isIn(this.ring, number)) this.rows.append(number);
  }

  private joinAgain(): void {
    this.transport.forget();
    const batch = new FrameBatch();
    for (let number = this.ring.first; number < this.ring.end; number++) {
      if (this.ring.gap(number) !== undefined) continue;
      batch.clear();
      this.ring.appendTo(batch, number);
      this.transport.add(batch, 0, number);
    }
  }

  private listOf(ring: FrameRing): RowList {
    const list = new RowList(this.capacity);
    for (let number = ring.first; number < ring.end; number++) {
      if (ring.gap(number) !== undefined || this.isIn(ring, number)) list.append(number);
    }
    return list;
  }

  private isIn(ring: FrameRing, number: number): boolean {
    if (this.test === null) return true;
    const slot = ring.slot(number);
    return this.test(
      ring.channel[slot] as number,
      ring.id[slot] as number,
      ring.flags[slot] as number,
      ring.size[slot] as number,
      ring.data,
      slot * 64,
    );
  }
}
