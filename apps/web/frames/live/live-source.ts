import type { RowList } from "../rows/row-list.ts";
import type { FrameRing } from "../sources/frame-ring.ts";
import type { FrameSource, SourcePlace } from "../sources/frame-source.ts";
import type { StoredSource } from "../sources/stored-source.ts";
import type { TableFrame } from "../table/table-frame.ts";
import type { LiveFrames } from "./live-model.ts";

/** The view comes so near to the oldest live row that what was stored before it is read. */
const AHEAD_ROWS = 400;

interface Held {
  readonly ring: FrameRing;
  readonly rows: RowList;
}

/**
 * DAT-01: the newest frames as they come, and before them the stored ones: one list. While stored frames are in it, the
 * live part is held as it was, so that nothing falls out between the two; coming back to its end lets it go on.
 */
export class LiveSource implements FrameSource {
  generation = 0;
  landing: FrameSource["landing"];
  readonly isLive = true;
  private readonly live: LiveFrames;
  /** Stored frames before a time, opened at their end; undefined: there are none to be had. */
  private readonly openBefore: ((untilUs: number) => StoredSource) | undefined;
  private held: Held | undefined;
  private stored: StoredSource | undefined;
  /** The first live row behind the stored ones. */
  private seam = 0;
  /** Index of a stored row = its own + this; of a live row = its place + that. */
  private storedShift = 0;
  private liveShift = 0;
  private isJoined = false;
  private storedGeneration = 0;
  private modelGeneration: number;
  private own = 0;
  private endDrawn = 0;

  constructor(live: LiveFrames, openBefore?: (untilUs: number) => StoredSource) {
    this.live = live;
    this.openBefore = openBefore;
    this.modelGeneration = live.generation;
    this.endDrawn = live.shown(0).rows.end;
  }

  close(): void {
    this.stored?.close();
  }

  get revision(): number {
    if (this.modelGeneration !== this.live.generation) this.begin();
    this.join();
    return this.live.revision + this.own + (this.stored?.revision ?? 0);
  }

  get first(): number {
    if (this.stored && this.stored.first < this.stored.end) return this.stored.first + this.storedShift;
    return this.liveFirst + this.liveShift;
  }

  get end(): number {
    if (this.stored && !this.isContinuous) return this.stored.end + this.storedShift;
    return this.base.rows.end + this.liveShift;
  }

  get isAtStart(): boolean {
    return this.stored ? this.stored.isAtStart : this.openBefore === undefined;
  }

  get isAtEnd(): boolean {
    return this.stored === undefined || this.isContinuous;
  }

  get failure() {
    return this.stored?.failure;
  }

  get total(): number | undefined {
    const count = this.base.rows.end - this.liveFirst;
    if (!this.stored) return this.openBefore ? undefined : count;
    return this.stored.total === undefined ? undefined : this.stored.total + count;
  }

  get hasLong(): boolean {
    return this.live.hasLong || (this.stored?.hasLong ?? false);
  }

  row(index: number): TableFrame | undefined {
    const stored = this.stored?.row(index - this.storedShift);
    if (stored) return stored;
    const place = index - this.liveShift;
    if (!this.isAtEnd || place < this.liveFirst || place >= this.base.rows.end) return undefined;
    const number = this.base.rows.number(place);
    const joined = this.live.transport.of(number);
    const frame = frameOf(this.base.ring, number);
    return joined ? { ...frame, joined } : frame;
  }

  show(first: number, end: number): void {
    if (this.stored) {
      this.stored.show(first - this.storedShift, Math.min(end - this.storedShift, this.stored.end));
      this.letGo(end);
      return;
    }
    const isNear = first - this.liveShift - this.liveFirst < AHEAD_ROWS;
    const isFollowed = end - this.liveShift >= this.base.rows.end;
    if (isNear && !isFollowed) this.readBefore();
  }

  goTo(place: SourcePlace): void {
    if (place === "end") this.release();
    else if (!this.stored && this.openBefore) this.readBefore();
    const index = this.indexOf(place);
    if (index === undefined && this.stored) {
      this.isJoined = false;
      // The live rows behind the stored ones leave the list at once.
      this.stored.goTo(place === "end" ? "end" : place, false);
      return;
    }
    this.generation++;
    this.landing = { index: index ?? this.first, edge: place === "end" ? "bottom" : "top" };
    this.own++;
  }

  indexAt(timeUs: number): number {
    const { stored } = this;
    if (stored && stored.indexAt(timeUs) < stored.end) return stored.indexAt(timeUs) + this.storedShift;
    const { ring, rows } = this.base;
    let [low, high] = [this.liveFirst, rows.end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ring.timeUs[ring.slot(rows.number(middle))] as number) < timeUs) low = middle + 1;
      else high = middle;
    }
    return low + this.liveShift;
  }

  shareAt(index: number): number {
    const { total } = this;
    if (total === undefined || total === 0) return (index - this.first) / Math.max(1, this.end - this.first);
    const stored = this.stored?.total ?? 0;
    const isStored = this.stored !== undefined && index - this.storedShift < this.stored.end;
    if (isStored && this.stored) return (this.stored.shareAt(index - this.storedShift) * stored) / total;
    return (stored + index - this.liveShift - this.liveFirst) / total;
  }

  placeAt(share: number): SourcePlace {
    if (share >= 1) return "end";
    const stored = this.stored?.total ?? 0;
    const wanted = share * (this.total ?? this.end - this.first);
    if (this.stored && wanted < stored) return this.stored.placeAt(wanted / Math.max(1, stored));
    const place = Math.min(this.base.rows.end - 1, this.liveFirst + Math.round(wanted - stored));
    return { timeUs: this.timeOf(place) };
  }

  retry(): void {
    this.stored?.retry();
  }

  /** Stored frames were deleted: those in the list are read again. */
  reload(): void {
    this.stored?.reload();
  }

  drawn(rows: number): void {
    const fresh = this.base.rows.end - this.endDrawn;
    this.endDrawn = this.base.rows.end;
    if (!this.live.isPaused) this.live.passed += Math.max(0, fresh - rows);
  }

  private get base(): Held {
    return this.held ?? this.live.shown(0);
  }

  /** Behind the seam alone: what is before it comes from the store. */
  private get liveFirst(): number {
    return this.stored ? Math.max(this.seam, this.base.rows.first) : this.base.rows.first;
  }

  private get isContinuous(): boolean {
    return this.isJoined && (this.stored?.isAtEnd ?? true);
  }

  private timeOf(place: number): number {
    const { ring, rows } = this.base;
    return ring.timeUs[ring.slot(rows.number(place))] ?? 0;
  }

  private indexOf(place: SourcePlace): number | undefined {
    if (place === "end") return this.base.rows.end - 1 + this.liveShift;
    if (place === "start") return this.isAtStart ? this.first : undefined;
    const index = this.indexAt(place.timeUs);
    return index > this.first && index < this.end && this.isAtEnd ? index : undefined;
  }

  private readBefore(): void {
    const { rows } = this.base;
    if (!this.openBefore || rows.first === rows.end) return;
    const { ring } = this.live.shown(0);
    this.held = { ring: ring.copy(), rows: rows.copy() };
    // Frames of one time stamp may have fallen out in part: the store has them all.
    const untilUs = this.timeOf(rows.first) + 1;
    this.seam = rows.first;
    while (this.seam < rows.end && this.timeOf(this.seam) < untilUs) this.seam++;
    this.isJoined = false;
    this.stored = this.openBefore(untilUs);
    this.storedGeneration = -1;
    this.storedShift = 0;
    this.stored.open("end");
  }

  /** Where the stored rows have been read up to the seam, both are one list. */
  private join(): void {
    const { stored } = this;
    if (!stored) return;
    if (stored.generation !== this.storedGeneration) {
      const isFirst = this.storedGeneration === -1;
      if (isFirst && !stored.landing) return;
      this.storedGeneration = stored.generation;
      this.isJoined = false;
      if (isFirst) {
        this.storedShift = this.seam + this.liveShift - stored.end;
      } else {
        this.storedShift = 0;
        this.landing = stored.landing;
        this.generation++;
      }
    }
    if (this.isJoined || !stored.isAtEnd || stored.first === stored.end) return;
    this.liveShift = stored.end + this.storedShift - this.seam;
    this.isJoined = true;
  }

  /** Back near the end of what is held, with nothing fallen out behind it: the list goes on as it comes. */
  private letGo(end: number): void {
    if (!this.held || this.live.isPaused || !this.isContinuous) return;
    const { rows } = this.live.shown(0);
    const isNear = this.end - end < AHEAD_ROWS && end - this.liveShift - this.seam > 2 * AHEAD_ROWS;
    if (!isNear || rows.first >= end - this.liveShift - AHEAD_ROWS) return;
    this.release();
  }

  private release(): void {
    if (this.live.isPaused && this.held === undefined) return;
    this.held = undefined;
    this.stored?.close();
    this.stored = undefined;
    this.isJoined = false;
    this.endDrawn = this.base.rows.end;
    this.own++;
  }

  /** Another filter, or frames put in between: other rows. */
  private begin(): void {
    this.modelGeneration = this.live.generation;
    this.release();
    this.liveShift = 0;
    this.endDrawn = this.base.rows.end;
    this.generation++;
    this.landing = undefined;
  }
}

function frameOf(ring: FrameRing, number: number): TableFrame {
  const slot = ring.slot(number);
  const deltaUs = ring.deltaUs[slot] as number;
  const gap = ring.gap(number);
  return {
    key: `live/${number}`,
    timeUs: ring.timeUs[slot] as number,
    channel: ring.channel[slot] as number,
    id: ring.id[slot] as number,
    flags: ring.flags[slot] as number,
    size: ring.size[slot] as number,
    bytes: ring.bytes(number),
    deltaUs: Number.isNaN(deltaUs) ? undefined : deltaUs,
    changedLow: ring.changedLow[slot] as number,
    changedHigh: ring.changedHigh[slot] as number,
    ...(gap && { gap }),
  };
}
