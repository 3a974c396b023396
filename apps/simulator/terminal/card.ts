import type { FrameBatch } from "@canopy/can/frame/batch";
import { channelKind, FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import type { CardFile, FileContent } from "@canopy/contract/device-link/files";
import type { GpsPosition } from "@canopy/contract/device-link/gps";
import { candumpSize, candumpText } from "./card-file.ts";
import { nmeaLine } from "./nmea-line.ts";

export type CardState = "not_recording" | "recording";

/** What goes into one file. */
interface Kind {
  readonly prefix: string;
  readonly content: FileContent;
  readonly channel?: number;
}

interface Part {
  readonly kind: Kind;
  size: number;
  firstMs: number;
  lastMs: number;
}

/** A time of recording, with a file for each kind. */
interface Span {
  readonly number: number;
  readonly startMs: number;
  readonly batches: Uint8Array[];
  readonly positions: string[];
  readonly parts: Map<string, Part>;
}

export interface FileQuery {
  filter: string;
  content?: FileContent | undefined;
  channel?: number | undefined;
  start_time?: number | undefined;
  stop_time?: number | undefined;
}

export interface RecordSettings {
  readonly file_size_mb: number;
  readonly merge_channels: boolean;
  readonly when_full: "loop" | "stop";
}

const SPAN_MS = 60_000;
const TOTAL_MB = 30_436;
const MB = 1024 * 1024;
const GPS: Kind = { prefix: "GPS", content: "gps" };

/** The SD card: what is heard is recorded, in files of a minute for each kind, and can be listed and recalled. */
export class Card {
  state: CardState = "recording";
  private spans: Span[] = [];
  private current: Span | null = null;
  private count = 0;
  private readonly maxSpans: number;

  /** Recordings kept in memory; with them the card counts as full. */
  constructor(maxSpans = 24) {
    this.maxSpans = maxSpans;
  }

  get totalMb(): number {
    return TOTAL_MB;
  }

  get usedMb(): number {
    return this.list({ filter: "" }).reduce((sum, { size }) => sum + size, 0) / MB;
  }

  start(): void {
    this.state = "recording";
  }

  stop(): void {
    this.state = "not_recording";
    this.current = null;
  }

  format(): void {
    this.spans = [];
    this.current = null;
  }

  /** `bytes` is the batch as CB1. */
  record(bytes: Uint8Array, batch: FrameBatch, settings: RecordSettings): void {
    const span = this.spanAt(Math.floor((batch.timeUs[0] ?? 0) / 1000), settings);
    if (span === null) return;
    span.batches.push(bytes);
    for (let i = 0; i < batch.length; i++) {
      const timeMs = Math.floor((batch.timeUs[i] ?? 0) / 1000);
      add(span, kindOf(batch.channel[i] ?? 0, settings), timeMs, candumpSize(batch, i));
    }
  }

  recordPosition(position: GpsPosition, settings: RecordSettings): void {
    const span = this.spanAt(position.time, settings);
    if (span === null) return;
    const line = nmeaLine(position);
    span.positions.push(line);
    add(span, GPS, position.time, line.length);
  }

  /** Files that have something of the asked time, oldest first. */
  list({ filter, content, channel, start_time = 0, stop_time = Number.MAX_SAFE_INTEGER }: FileQuery): CardFile[] {
    const files = this.spans.flatMap((span) => [...span.parts.values()].map((part) => this.fileOf(span, part)));
    return files
      .filter(({ name }) => name.includes(filter))
      .filter((file) => content === undefined || file.content === content)
      .filter((file) => channel === undefined || file.channel === undefined || file.channel === channel)
      .filter(({ time, end_time = time }) => end_time >= start_time && time <= stop_time);
  }

  /** Undefined: there is none, or it is still being written. */
  read(name: string): Uint8Array | undefined {
    for (const span of this.spans) {
      const part = [...span.parts.values()].find(({ kind }) => nameOf(span, kind) === name);
      if (part !== undefined) return span === this.current ? undefined : contentOf(span, part.kind);
    }
    return undefined;
  }

  delete(filter: string): number {
    let deleted = 0;
    for (const span of this.spans) {
      for (const [key, { kind }] of span === this.current ? [] : span.parts) {
        if (nameOf(span, kind).includes(filter) && span.parts.delete(key)) deleted++;
      }
    }
    this.spans = this.spans.filter((span) => span === this.current || span.parts.size > 0);
    return deleted;
  }

  private fileOf(span: Span, { kind, size, firstMs, lastMs }: Part): CardFile {
    const { content, channel } = kind;
    const file = { name: nameOf(span, kind), size, time: firstMs, end_time: lastMs, content };
    return { ...file, ...(channel !== undefined && { channel }), ...(span === this.current && { writing: true }) };
  }

  /** Null: nothing is recorded. */
  private spanAt(timeMs: number, { file_size_mb, when_full }: RecordSettings): Span | null {
    if (this.state !== "recording") return null;
    const { current } = this;
    const largest = current === null ? 0 : Math.max(0, ...[...current.parts.values()].map(({ size }) => size));
    const isOver = current !== null && (largest >= file_size_mb * MB || timeMs - current.startMs >= SPAN_MS);
    if (current !== null && !isOver) return current;
    if (this.spans.length >= this.maxSpans && when_full === "stop") {
      this.stop();
      return null;
    }
    this.count++;
    this.current = { number: this.count, startMs: timeMs, batches: [], positions: [], parts: new Map() };
    this.spans.push(this.current);
    if (this.spans.length > this.maxSpans) this.spans.shift();
    return this.current;
  }
}

function add(span: Span, kind: Kind, timeMs: number, size: number): void {
  const part = span.parts.get(kind.prefix);
  if (part === undefined) {
    span.parts.set(kind.prefix, { kind, size, firstMs: timeMs, lastMs: timeMs });
    return;
  }
  part.size += size;
  part.firstMs = Math.min(part.firstMs, timeMs);
  part.lastMs = Math.max(part.lastMs, timeMs);
}

function kindOf(channel: number, { merge_channels }: RecordSettings): Kind {
  const kind = channelKind(channel) ?? "can";
  if (kind === "can" && merge_channels) return { prefix: "CAN", content: "merged" };
  if (kind === "can") return { prefix: `CAN${channel + 1}`, content: "can", channel };
  if (kind === "lin") return { prefix: `LIN${channel - FIRST_CHANNEL.lin + 1}`, content: "lin", channel };
  return { prefix: "DI", content: "digital" };
}

const nameOf = (span: Span, { prefix }: Kind) => `${prefix}_${String(span.number).padStart(4, "0")}.rec`;

function contentOf(span: Span, kind: Kind): Uint8Array {
  if (kind.content === "gps") return new TextEncoder().encode(span.positions.join(""));
  const settings = { file_size_mb: 0, when_full: "loop", merge_channels: kind.content === "merged" } as const;
  return candumpText(span.batches, (channel) => kindOf(channel, settings).prefix === kind.prefix);
}
