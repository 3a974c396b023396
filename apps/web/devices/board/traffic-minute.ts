import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { ConfigFilters } from "@canopy/contract/device-link/config-filters";

const MINUTE_US = 60_000_000;
/** Length of a usual batch: its head counts as upload too. */
const BATCH_US = 250_000;
const DAY_S = 86_400;

/** Observed traffic of the last minute. */
export class TrafficMinute {
  private batches: FrameBatch[] = [];
  private newestUs = 0;

  add(batch: FrameBatch): void {
    if (batch.length === 0) return;
    this.newestUs = Math.max(this.newestUs, lastUs(batch));
    this.batches.push(batch);
    this.batches = this.batches.filter((each) => lastUs(each) > this.newestUs - MINUTE_US);
  }

  get all(): readonly FrameBatch[] {
    return this.batches;
  }
}

const lastUs = (batch: FrameBatch) => batch.timeUs[batch.length - 1] ?? 0;

export interface IdTraffic {
  readonly channel: number;
  readonly id: number;
  readonly extended: boolean;
  frames: number;
  heard: number;
  sent: number;
}

export interface FilterEffect {
  readonly seconds: number;
  readonly frames: number;
  readonly heard: number;
  readonly sent: number;
  /** At this rate, before compression. */
  readonly bytesPerDay: number;
  /** The busiest first. */
  readonly ids: readonly IdTraffic[];
}

/** Effect of a configuration's filters on this traffic, and the upload volume. */
export function filterEffect(config: DeviceConfig, batches: readonly FrameBatch[]): FilterEffect {
  const filters = new ConfigFilters(config);
  const ids = new Map<string, IdTraffic>();
  const upload = new UploadSize();
  let firstUs = Number.POSITIVE_INFINITY;
  let newestUs = 0;
  for (const batch of batches) {
    for (let i = 0; i < batch.length; i++) {
      const frame = batch.at(i);
      firstUs = Math.min(firstUs, frame.timeUs);
      newestUs = Math.max(newestUs, frame.timeUs);
      const extended = (frame.flags & FLAG_EXTENDED) !== 0;
      const fate = filters.judge({ ...frame, extended });
      const traffic = trafficOf(ids, frame.channel, frame.id, extended);
      traffic.frames += 1;
      if (fate !== "unheard") traffic.heard += 1;
      if (fate !== "uploaded") continue;
      traffic.sent += 1;
      upload.push(batch, i);
    }
  }
  const seconds = Math.max(0, (newestUs - firstUs) / 1e6);
  const all = [...ids.values()].sort((a, b) => b.frames - a.frames);
  const sum = (key: "frames" | "heard" | "sent") => all.reduce((total, each) => total + each[key], 0);
  const bytesPerDay = seconds > 0 ? (upload.bytes() / seconds) * DAY_S : 0;
  return { seconds, frames: sum("frames"), heard: sum("heard"), sent: sum("sent"), bytesPerDay, ids: all };
}

function trafficOf(ids: Map<string, IdTraffic>, channel: number, id: number, extended: boolean): IdTraffic {
  const key = `${channel} ${extended ? "x" : ""}${id}`;
  const known = ids.get(key);
  if (known) return known;
  const made = { channel, id, extended, frames: 0, heard: 0, sent: 0 };
  ids.set(key, made);
  return made;
}

/** Encodes as a terminal would, and counts. */
class UploadSize {
  private readonly batch = new FrameBatch();
  private total = 0;
  private startUs = 0;

  push(from: FrameBatch, i: number): void {
    const frame = from.at(i);
    if (this.batch.length > 0 && (frame.timeUs - this.startUs >= BATCH_US || frame.timeUs < this.startUs)) this.flush();
    if (this.batch.length === 0) this.startUs = frame.timeUs;
    this.batch.pushFrame(frame);
  }

  bytes(): number {
    this.flush();
    return this.total;
  }

  private flush(): void {
    if (this.batch.length === 0) return;
    const encoded = encodeCb1(this.batch, { epoch: 0, sequence: 0 });
    if (encoded.ok) this.total += encoded.value.length;
    this.batch.clear();
  }
}
