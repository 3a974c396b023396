import type { TableFrame } from "../table/table-frame.ts";
import type { FrameReader, PageAsked, ReadPage } from "./frame-reader.ts";
import type { FrameSource, SourceFailure, SourcePlace } from "./frame-source.ts";
import { PAGE_ROWS, PageBefore, pageAt } from "./jump-pages.ts";
import { ListShares } from "./list-shares.ts";
import { StoredRun } from "./stored-run.ts";

/** The next page is read when fewer rows than this remain beyond the view. */
const AHEAD_ROWS = 120;
/** Dragging the thumb requests many places: one request at a time, then the newest. */
const NEXT_JUMP_MS = 60;

/** Rows stay drawn for this time after a jump: mostly the new ones arrive sooner, and nothing flickers. */
const KEEP_MS = 150;

const isSamePlace = (a: SourcePlace, b: SourcePlace) => JSON.stringify(a) === JSON.stringify(b);

type Side = SourceFailure["side"];

/** Stored frames around the view: pages are read when the view comes near the ends of the loaded rows. */
export class StoredSource implements FrameSource {
  revision = 0;
  generation = 0;
  landing: FrameSource["landing"];
  failure: SourceFailure | undefined;
  onChange: (() => void) | undefined;
  private run = new StoredRun();
  private older: string | null = null;
  private newer: string | null = null;
  private shares: ListShares;
  private readonly reader: FrameReader;
  private readonly reading = new Map<Side, AbortController>();
  private counting: AbortController | undefined;
  private place: SourcePlace = "start";
  private waiting: ReturnType<typeof setTimeout> | undefined;
  /** Runs while the rows of the place before a jump are still shown. */
  private keeping: ReturnType<typeof setTimeout> | undefined;
  private shown = { first: 0, end: 0 };
  private readonly before = new PageBefore();

  constructor(reader: FrameReader) {
    this.reader = reader;
    this.shares = new ListShares(reader.fromUs, reader.toUs);
  }

  /** Reads the rows at a place, and the number of rows. */
  open(place: SourcePlace = "start"): void {
    this.place = place;
    this.jump();
    void this.count();
  }

  close(): void {
    clearTimeout(this.waiting);
    this.endKeeping();
    for (const reading of this.reading.values()) reading.abort();
    this.reading.clear();
    this.before.drop();
    this.counting?.abort();
  }

  get first(): number {
    return this.run.first;
  }

  get end(): number {
    return this.run.end;
  }

  get isAtStart(): boolean {
    return this.run.isAtStart;
  }

  get isAtEnd(): boolean {
    return this.newer === null && !this.reading.has("all") && this.failure?.side !== "all";
  }

  get total(): number | undefined {
    return this.shares.total;
  }

  get hasLong(): boolean {
    return this.run.hasLong;
  }

  get isReading(): boolean {
    return this.reading.size > 0;
  }

  row(index: number): TableFrame | undefined {
    return this.run.row(index);
  }

  indexAt(timeUs: number): number {
    return this.run.indexAt(timeUs);
  }

  shareAt(index: number): number {
    if (this.isAtStart && index <= this.first) return 0;
    if (this.isAtEnd && index >= this.end) return 1;
    const row = this.run.row(index) ?? this.run.row(this.end - 1);
    if (row === undefined) return this.shareOfPlace();
    return this.shares.shareOf(row.timeUs);
  }

  placeAt(share: number): SourcePlace {
    if (share <= 0) return "start";
    return share >= 1 ? "end" : { timeUs: this.shares.timeOf(share) };
  }

  show(first: number, end: number): void {
    this.shown = { first, end };
    if (this.reading.has("all") || this.failure) return;
    if (!this.isAtStart && first - this.first < AHEAD_ROWS) void this.extend("before");
    if (this.newer !== null && this.end - end < AHEAD_ROWS) void this.extend("after");
  }

  /** `keepsRows`: the rows stay for a moment, until those of the place are there. */
  goTo(place: SourcePlace, keepsRows = true): void {
    if (this.reading.has("all") && isSamePlace(place, this.place)) return;
    this.place = place;
    const index = this.indexHere(place);
    clearTimeout(this.waiting);
    if (index !== undefined) {
      this.land(index, place === "end" ? "bottom" : "top");
      return;
    }
    this.dropExtensions();
    if (keepsRows) this.keeping ??= setTimeout(() => this.empty(), KEEP_MS);
    else this.empty();
    if (this.reading.has("all")) this.waiting = setTimeout(() => this.jump(), NEXT_JUMP_MS);
    else this.jump();
  }

  /** What is stored has changed: the same rows are read again, and those at hand stay until they come. */
  reload(): void {
    const top = this.run.row(this.shown.first);
    if (top) this.place = this.isAtStart && top === this.run.row(this.first) ? "start" : { timeUs: top.timeUs };
    this.dropExtensions();
    this.failure = undefined;
    this.jump();
    void this.count();
  }

  retry(): void {
    const side = this.failure?.side;
    this.failure = undefined;
    if (this.shares.total === undefined) void this.count();
    if (side === "all") this.jump();
    else this.show(this.shown.first, this.shown.end);
    this.changed();
  }

  get comingShare(): number | undefined {
    return this.keeping === undefined ? undefined : this.shareOfPlace();
  }

  private shareOfPlace(): number {
    if (this.place === "end") return 1;
    return this.place === "start" ? 0 : this.shares.shareOf(this.place.timeUs);
  }

  /** Undefined: the loaded rows do not reach this place. */
  private indexHere(place: SourcePlace): number | undefined {
    if (this.reading.has("all") || this.first === this.end) return undefined;
    if (place === "start") return this.isAtStart ? this.first : undefined;
    if (place === "end") return this.isAtEnd ? this.end - 1 : undefined;
    const index = this.run.indexAt(place.timeUs);
    if (index === this.first && !this.isAtStart) return undefined;
    return index === this.end && !this.isAtEnd ? undefined : Math.min(index, this.end - 1);
  }

  private endKeeping(): void {
    clearTimeout(this.keeping);
    this.keeping = undefined;
  }

  private land(index: number, edge: "top" | "bottom"): void {
    this.endKeeping();
    this.generation++;
    this.landing = { index, edge };
    this.changed();
  }

  private dropExtensions(): void {
    for (const side of ["before", "after"] as const) {
      this.reading.get(side)?.abort();
      this.reading.delete(side);
    }
  }

  private empty(): void {
    this.endKeeping();
    this.run = new StoredRun();
    this.older = null;
    this.newer = null;
    this.failure = undefined;
    this.generation++;
    this.landing = undefined;
    this.changed();
  }

  /** Reads the rows from a place on, then those before it; at the end, backwards. */
  private jump(): void {
    const place = this.place;
    if (typeof place === "string") this.before.drop();
    else this.before.ask(this.reader, place.timeUs);
    void this.read("all", pageAt(place), (page) => {
      this.run = new StoredRun();
      this.run.append(page.list);
      this.older = page.older;
      this.newer = page.newer;
      if (this.older === null) this.run.reachStart();
      if (place === "end") {
        this.newer = null;
        this.land(Math.max(0, this.end - 1), "bottom");
      } else this.landOnPage(page);
    });
  }

  /** At the end of the list there is no row to land on: the rows before it are shown. */
  private landOnPage(page: ReadPage): void {
    if (page.list.length > 0 || page.older === null) {
      this.land(0, "top");
      return;
    }
    this.place = "end";
    this.reading.delete("all");
    this.jump();
  }

  private async extend(side: "before" | "after"): Promise<void> {
    if (this.reading.has(side)) return;
    const isBefore = side === "before";
    const cursor = (isBefore ? this.older : this.newer) ?? undefined;
    const asked: PageAsked = { order: isBefore ? "older" : "newer", cursor, size: PAGE_ROWS };
    await this.read(side, asked, (page) => {
      if (isBefore) {
        this.run.prepend(page.list);
        this.older = page.older;
        if (page.older === null) this.run.reachStart();
      } else {
        this.run.append(page.list);
        this.newer = page.newer;
      }
      this.trim();
      this.changed();
    });
  }

  private trim(): void {
    const { before, after } = this.run.trim(this.shown.first, this.shown.end);
    if (before > 0) this.older = this.run.row(this.first)?.key ?? null;
    if (after > 0) this.newer = this.run.row(this.end - 1)?.key ?? null;
  }

  private async read(side: Side, asked: PageAsked, take: (page: ReadPage) => void): Promise<void> {
    this.reading.get(side)?.abort();
    const own = new AbortController();
    this.reading.set(side, own);
    try {
      const early = side === "before" ? await this.before.take() : undefined;
      const page = early ?? (await this.reader.page(asked, own.signal));
      if (own.signal.aborted) return;
      this.reading.delete(side);
      take(page);
    } catch (error) {
      if (own.signal.aborted) return;
      this.reading.delete(side);
      if (side === "all" && this.keeping !== undefined) this.empty();
      this.failure = { error, side };
      this.changed();
    }
  }

  private async count(): Promise<void> {
    this.counting?.abort();
    const own = new AbortController();
    this.counting = own;
    try {
      const counts = await this.reader.counts(own.signal);
      if (own.signal.aborted) return;
      this.shares = new ListShares(this.reader.fromUs, this.reader.toUs, counts);
      this.changed();
    } catch {
      // Reading the rows reports a failure of the store; without counts the scroll bar goes by time.
    }
  }

  private changed(): void {
    this.revision++;
    this.onChange?.();
  }
}
