import type { LiveFrames } from "../live/live-model.ts";
import { ageOf } from "../rows/byte-cells.ts";
import type { FrameRow, RowPen } from "../rows/frame-row.ts";
import type { TableFrame } from "../table/table-frame.ts";
import { payloadSize } from "./frame-ring.ts";
import type { FrameSource, SourcePlace } from "./frame-source.ts";
import { cycleOf, type IdRow, trendOf } from "./id-table.ts";

const UNCHANGED = 3;

/** One line per identifier: the whole list, ordered by channel and identifier. */
export interface LineSource extends FrameSource {
  line(index: number): IdRow | undefined;
  /** The clock for fading bytes. */
  nowMs(pageMs: number): number;
  /** A filter on data is evaluated again when the data changes. */
  arrange(): void;
}

export const isLines = (source: FrameSource): source is LineSource => "line" in source;

/** The lines of one or several devices. */
export class IdLines implements LineSource {
  revision = 0;
  generation = 0;
  landing: FrameSource["landing"];
  readonly first = 0;
  readonly isAtStart = true;
  readonly isAtEnd = true;
  readonly failure = undefined;
  private readonly lives: readonly LiveFrames[];
  private rows: readonly { readonly line: IdRow; readonly device: number }[] = [];
  private stamp = "";

  constructor(lives: readonly LiveFrames[]) {
    this.lives = lives;
    this.arrange();
  }

  get end(): number {
    this.arrangeNew();
    return this.rows.length;
  }

  get total(): number {
    return this.rows.length;
  }

  get hasLong(): boolean {
    return this.lives.some(({ hasLong }) => hasLong);
  }

  line(index: number): IdRow | undefined {
    return this.rows[index]?.line;
  }

  nowMs(pageMs: number): number {
    return this.lives[0]?.shown(pageMs).nowMs ?? pageMs;
  }

  row(index: number): TableFrame | undefined {
    const known = this.rows[index];
    if (!known) return undefined;
    const { line, device } = known;
    const { timeUs, channel, id, flags, size } = line;
    const bytes = line.data.subarray(0, payloadSize(size, flags));
    const own = { ...(this.lives.length > 1 && { device }), ...(line.joined && { joined: line.joined }) };
    const key = `${device}/${line.key}`;
    return { key, timeUs, channel, id, flags, size, bytes, deltaUs: undefined, changedLow: 0, changedHigh: 0, ...own };
  }

  arrange(): void {
    this.rows = this.lives.flatMap((live, device) =>
      live
        .shown(0)
        .ids.rows.filter((line) => live.passes(line))
        .map((line) => ({ line, device })),
    );
    this.stamp = this.stampNow();
    this.revision++;
  }

  show(): void {}

  goTo(place: SourcePlace): void {
    this.generation++;
    const index = place === "end" ? this.end - 1 : 0;
    this.landing = { index: Math.max(0, index), edge: place === "end" ? "bottom" : "top" };
  }

  /** Lines have no order of time, so no line is at a time. */
  indexAt(): number {
    return -1;
  }

  shareAt(index: number): number {
    return index / Math.max(1, this.rows.length);
  }

  placeAt(share: number): SourcePlace {
    return share >= 0.5 ? "end" : "start";
  }

  retry(): void {}

  private arrangeNew(): void {
    if (this.stampNow() !== this.stamp) this.arrange();
  }

  private stampNow(): string {
    return this.lives.map((live) => `${live.isPaused}/${live.shown(0).ids.revision}/${live.generation}`).join();
  }
}

interface LinePen {
  readonly pen: RowPen;
  readonly reducedMotion: boolean;
  readonly nowMs: number;
  readonly isSlow: boolean;
}

/** A line changes with every drawing: bytes fade, cycle and trend are rewritten periodically. */
export function drawLine(
  row: FrameRow,
  line: IdRow,
  frame: TableFrame,
  { pen, reducedMotion, nowMs, isSlow }: LinePen,
) {
  row.write(frame, pen);
  row.bytes.show(frame.bytes, frame.bytes.length, (k) => {
    const age = ageOf(nowMs - (line.changedMs[k] as number));
    return reducedMotion && age > 0 ? UNCHANGED : age;
  });
  row.showCount(line.count);
  if (!isSlow && row.node.dataset.line === frame.key) return;
  row.node.dataset.line = frame.key;
  row.showCycle(cycleOf(line), pen.words);
  row.showTrend(trendOf(line));
}
