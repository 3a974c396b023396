import type { FrameBatch } from "@canopy/can/frame/batch";
import { candumpSize, candumpText } from "./card-file.ts";

export type CardState = "not_recording" | "recording";

interface Recorded {
  name: string;
  timeMs: number;
  size: number;
  batches: Uint8Array[];
}

export interface ListedFile {
  name: string;
  size: number;
  time: number;
  content: "merged";
}

export interface FileQuery {
  filter: string;
  start_time?: number | undefined;
  stop_time?: number | undefined;
}

/** Bytes of a card kept in memory; beyond it the oldest file is deleted, as configured. */
const MAX_FILES = 24;
const FILE_SPAN_MS = 60_000;
const TOTAL_MB = 30_436;
const MB = 1024 * 1024;

/** The SD card: uploaded frames are recorded too, in files of a minute, and can be listed and recalled. */
export class Card {
  state: CardState = "recording";
  private files: Recorded[] = [];
  private current: Recorded | null = null;
  private count = 0;

  get totalMb(): number {
    return TOTAL_MB;
  }

  get usedMb(): number {
    return this.files.reduce((sum, { size }) => sum + size, 0) / MB;
  }

  start(): void {
    this.state = "recording";
  }

  stop(): void {
    this.state = "not_recording";
    this.current = null;
  }

  format(): void {
    this.files = [];
    this.current = null;
  }

  /** `bytes` is the batch as CB1. */
  record(bytes: Uint8Array, batch: FrameBatch, maxSizeMb: number): void {
    if (this.state !== "recording") return;
    const timeMs = Math.floor((batch.timeUs[0] ?? 0) / 1000);
    const { current } = this;
    const isFull = current !== null && (current.size >= maxSizeMb * MB || timeMs - current.timeMs >= FILE_SPAN_MS);
    const file = current === null || isFull ? this.open(timeMs) : current;
    file.batches.push(bytes);
    file.size += candumpSize(batch);
  }

  list({ filter, start_time, stop_time }: FileQuery): ListedFile[] {
    return this.files
      .filter(({ name }) => name.includes(filter))
      .filter(({ timeMs }) => timeMs >= (start_time ?? 0) && timeMs <= (stop_time ?? Number.MAX_SAFE_INTEGER))
      .map(({ name, size, timeMs }) => ({ name, size, time: timeMs, content: "merged" as const }));
  }

  read(name: string): Uint8Array | undefined {
    const file = this.files.find((candidate) => candidate.name === name);
    return file === undefined ? undefined : candumpText(file.batches);
  }

  delete(filter: string): number {
    const kept = this.files.filter((file) => file === this.current || !file.name.includes(filter));
    const deleted = this.files.length - kept.length;
    this.files = kept;
    return deleted;
  }

  private open(timeMs: number): Recorded {
    const file = { name: this.nameOf(timeMs), timeMs, size: 0, batches: [] };
    this.current = file;
    this.files.push(file);
    if (this.files.length > MAX_FILES) this.files.shift();
    return file;
  }

  private nameOf(timeMs: number): string {
    this.count++;
    const stamp = new Date(timeMs).toISOString().replace(/[-:]|\.\d+Z/g, "");
    return `can_${stamp}_${String(this.count).padStart(4, "0")}.log`;
  }
}
