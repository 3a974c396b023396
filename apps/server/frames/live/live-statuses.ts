import type { BitRates } from "@canopy/can/bus/bus-load";
import { stateOfCounters } from "@canopy/can/bus/error-frame";
import type { DeviceStatus } from "@canopy/contract/device-link/status";
import { RateRing, RING_SECONDS } from "@canopy/contract/devices/rate-ring";
import type { SdState } from "@canopy/contract/devices/rules";
import type { LiveStatus } from "@canopy/contract/frames/live-binary";
import { LIVE_RATES_DEVICES, type LiveRates } from "@canopy/contract/frames/live-rates";
import type { GatewayDevice } from "../dialects/device-message.ts";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import { LiveMeter } from "./live-meter.ts";

interface TrackedDevice {
  readonly device: GatewayDevice;
  readonly meter: LiveMeter;
  /** By channel. */
  readonly rates: Map<number, RateRing>;
  /** Of the last values of `rates`. */
  ratesSecond: number;
  online: boolean;
  atMs: number;
  sdState: SdState | undefined;
}

export type BitRatesOf = (device: GatewayDevice, channel: number) => BitRates;

/** How the terminals of this process are, and which of them changed since they were last asked for. */
export class LiveStatuses {
  private readonly known = new Map<number, TrackedDevice>();
  private readonly changed = new Set<TrackedDevice>();
  /** Those with a rate that may fall to nothing. */
  private readonly active = new Set<TrackedDevice>();
  private readonly bitRatesOf: BitRatesOf;

  constructor(bitRatesOf: BitRatesOf) {
    this.bitRatesOf = bitRatesOf;
  }

  connected(device: GatewayDevice, atMs: number): void {
    const meter = new LiveMeter((channel) => this.bitRatesOf(device, channel));
    const before = this.known.get(device.bindingNumber);
    const rates = before?.rates ?? new Map<number, RateRing>();
    const known = { device, meter, rates, ratesSecond: 0, online: true, atMs, sdState: before?.sdState };
    this.known.set(device.bindingNumber, known);
    this.changed.add(known);
  }

  /** Told once more, then forgotten. */
  disconnected(device: GatewayDevice, atMs: number): void {
    const known = this.known.get(device.bindingNumber);
    if (!known) return;
    known.online = false;
    known.atMs = atMs;
    this.changed.add(known);
  }

  /** Another process has it now, and tells how it is. */
  forget({ bindingNumber }: GatewayDevice): void {
    const known = this.known.get(bindingNumber);
    if (!known) return;
    this.known.delete(bindingNumber);
    this.changed.delete(known);
    this.active.delete(known);
  }

  card({ bindingNumber }: GatewayDevice, sdState: SdState, atMs: number): void {
    const known = this.known.get(bindingNumber);
    if (!known || known.sdState === sdState) return;
    known.sdState = sdState;
    known.atMs = atMs;
    this.changed.add(known);
  }

  /** The terminal's report of its CAN controllers. */
  controllers({ bindingNumber }: GatewayDevice, channels: NonNullable<DeviceStatus["channels"]>, atMs: number): void {
    const known = this.known.get(bindingNumber);
    if (!known) return;
    for (const { channel, state, rec, tec } of channels) {
      if (rec === undefined && tec === undefined && state === undefined) continue;
      const counters = { rec: rec ?? 0, tec: tec ?? 0 };
      const errors = { state: state ?? stateOfCounters(counters.rec, counters.tec), ...counters };
      if (!known.meter.setErrors(channel, errors)) continue;
      known.atMs = atMs;
      this.changed.add(known);
    }
  }

  /** Answers the channels of the batch. */
  count({ bindingNumber, frames, receivedAtMs }: IncomingBatch): Uint8Array {
    const known = this.known.get(bindingNumber);
    // The last words of a connection that has just ended.
    if (!known) return new LiveMeter(() => ({ nominalBps: 1 })).add(frames, receivedAtMs);
    known.atMs = receivedAtMs;
    this.changed.add(known);
    this.active.add(known);
    return known.meter.add(frames, receivedAtMs);
  }

  /** By tenant, each device at most once; tenants that nobody watches are left out. */
  takeChanged(nowMs: number, isWatched: (tenantId: string) => boolean = () => true): Map<string, LiveStatus[]> {
    for (const known of this.active) {
      if (known.meter.settle(nowMs)) this.changed.add(known);
      const { isSilent } = known.meter;
      keepRates(known, nowMs, isSilent);
      if (isSilent) this.active.delete(known);
    }
    const byTenant = new Map<string, LiveStatus[]>();
    for (const known of this.changed) {
      const { tenantId } = known.device;
      if (isWatched(tenantId)) {
        const rows = byTenant.get(tenantId) ?? [];
        rows.push(statusOf(known));
        byTenant.set(tenantId, rows);
      }
      if (known.online) continue;
      this.active.delete(known);
      if (this.known.get(known.device.bindingNumber) === known) this.known.delete(known.device.bindingNumber);
    }
    this.changed.clear();
    return byTenant;
  }

  /** The last minute of those that have sent frames. */
  rates(tenantId: string, nowMs: number): LiveRates[] {
    const rows: LiveRates[] = [];
    for (const { device, rates } of this.known.values()) {
      if (rows.length === LIVE_RATES_DEVICES) break;
      if (device.tenantId !== tenantId || rates.size === 0) continue;
      const channels = [...rates].map(([channel, ring]) => ({ channel, minute: minuteOf(ring, nowMs) }));
      rows.push({ deviceId: device.thingsId, channels });
    }
    return rows;
  }

  all(tenantId: string): LiveStatus[] {
    return [...this.known.values()].filter(({ device }) => device.tenantId === tenantId).map(statusOf);
  }
}

/** Once a second, which is what a ring holds, and when the last frame is past. */
function keepRates(known: TrackedDevice, nowMs: number, isSilent: boolean): void {
  const second = Math.floor(nowMs / 1000);
  if (second === known.ratesSecond && !isSilent) return;
  known.ratesSecond = second;
  for (const { channel, framesPerSecond } of known.meter.rates()) {
    let ring = known.rates.get(channel);
    if (ring === undefined) {
      ring = new RateRing();
      known.rates.set(channel, ring);
    }
    ring.push(nowMs, framesPerSecond);
  }
}

function minuteOf(ring: RateRing, nowMs: number): Float32Array {
  ring.advance(nowMs);
  return Float32Array.from({ length: RING_SECONDS }, (_, i) => ring.at(i));
}

function statusOf({ device, meter, online, atMs, sdState }: TrackedDevice): LiveStatus {
  const channels = meter.read();
  const shown = online ? channels : channels.map((channel) => ({ ...channel, framesPerSecond: 0, load: 0 }));
  const framesPerSecond = shown.reduce((sum, channel) => sum + channel.framesPerSecond, 0);
  return { deviceId: device.thingsId, online, at: atMs, framesPerSecond, channels: shown, sdState };
}
