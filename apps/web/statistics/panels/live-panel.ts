import { LIVE_MAX_SUBSCRIPTIONS } from "@canopy/contract/frames/live";
import type { LivePlace } from "@canopy/contract/frames/live-places";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData, PanelDevice, SignalData } from "@canopy/contract/statistics/panels";
import type { SignalInfo } from "../../signals/choose/signal-info.ts";
import type { DeviceSignal } from "../../signals/samples/live-signals.ts";
import { indexFrom, type Samples } from "../../signals/samples/samples.ts";

/** The signals of a panel, each device by one subscription; of more devices than a connection takes the first. */
export function liveSignals(
  widgets: readonly Widget[],
  data: PanelData | undefined,
  infos: ReadonlyMap<string, SignalInfo>,
): DeviceSignal[] {
  const known = new Set(data?.devices.map(({ things_id }) => things_id));
  const devices = [...new Set(widgets.filter(({ signals }) => signals.length > 0).flatMap((one) => one.device_ids))];
  const followed = new Set(devices.filter((id) => known.has(id)).slice(0, LIVE_MAX_SUBSCRIPTIONS));
  const found = new Map<string, DeviceSignal>();
  for (const { device_ids, signals } of widgets)
    for (const signal of signals) {
      const thingsId = device_ids[0] ?? "";
      const info = infos.get(formatSignal(signal));
      if (info && followed.has(thingsId)) found.set(`${thingsId} ${info.key}`, { thingsId, info });
    }
  return [...found.values()];
}

/** Whether all that a panel shows comes by itself. */
export function isAllLive(widgets: readonly Widget[], followed: readonly DeviceSignal[]): boolean {
  const keys = new Set(followed.map(({ thingsId, info }) => `${thingsId} ${info.key}`));
  return widgets.every(({ device_ids, signals }) =>
    signals.every((signal) => keys.has(`${device_ids[0]} ${formatSignal(signal)}`)),
  );
}

export interface LiveReader {
  read(thingsId: string, key: string): Samples;
  /** The time that a device's picture shows now, by its own clock. */
  shownUs(thingsId: string): number;
}

export interface LiveParts {
  readonly live: LiveReader;
  readonly infos: ReadonlyMap<string, SignalInfo>;
  placeOf(thingsId: string): LivePlace | undefined;
  /** By the server's clock. */
  readonly nowMs: number;
}

/** What was read with what has come since; a signal or device that went stays gone. */
export function withLive(data: PanelData, widgets: readonly Widget[], parts: LiveParts): PanelData {
  const signals = { ...data.signals };
  for (const widget of widgets) {
    const read = data.signals[widget.id];
    if (read) signals[widget.id] = read.map((one, i) => withSamples(one, widget, i, parts));
  }
  const mapped = new Set(widgets.flatMap(({ kind, device_ids }) => (kind === "map" ? device_ids : [])));
  const devices = data.devices.map((one) => (mapped.has(one.things_id) ? withPlace(one, parts) : one));
  return { now: parts.nowMs, devices, signals };
}

function withSamples(read: SignalData, { kind, device_ids, signals }: Widget, i: number, parts: LiveParts): SignalData {
  const [thingsId = "", signal] = [device_ids[0], signals[i]];
  const info = signal && parts.infos.get(formatSignal(signal));
  if (read.state !== "read" || !info) return read;
  const samples = parts.live.read(thingsId, info.key);
  const [lastUs, value] = [samples.times[samples.length - 1], samples.values[samples.length - 1]];
  if (lastUs === undefined || value === undefined || lastUs / 1000 <= (read.time ?? 0)) return read;
  // Its age counts, by whatever clock the terminal has.
  const time = parts.nowMs - Math.max(0, parts.live.shownUs(thingsId) - lastUs) / 1000;
  const newest = { ...read, unit: info.unit, value, time, text: info.stateNames.get(value) ?? null };
  return kind === "curve" ? { ...newest, ...withTail(read, samples) } : newest;
}

/** The stored curve goes on with the samples that came after it. */
function withTail({ times, values }: { times: readonly number[]; values: readonly number[] }, samples: Samples) {
  const from = indexFrom(samples, (times.at(-1) ?? 0) * 1000 + 1000);
  const tail = samples.times.subarray(from, samples.length);
  return {
    times: [...times, ...Array.from(tail, (us) => Math.round(us / 1000))],
    values: [...values, ...samples.values.subarray(from, samples.length)],
  };
}

function withPlace(device: PanelDevice, { placeOf }: LiveParts): PanelDevice {
  const newer = placeOf(device.things_id);
  if (!newer || newer.time <= (device.place?.time ?? 0)) return device;
  const { time, latitude, longitude, speedKmh, course } = newer;
  return { ...device, place: { time, latitude, longitude, speed_kmh: speedKmh, course } };
}
