import { RateRing } from "@canopy/contract/devices/rate-ring";
import type { SdState } from "@canopy/contract/devices/rules";

/** A device's state as the live channel tells it; the page hands the channel over. */
export interface LiveDeviceStatus {
  readonly deviceId: string;
  readonly online: boolean;
  readonly framesPerSecond: number;
  readonly channels: readonly {
    readonly channel: number;
    readonly framesPerSecond: number;
    readonly load: number;
    readonly lastFrameAt: number;
  }[];
  readonly sdState?: SdState | undefined;
}

/** The last minute of the rates of devices; oldest first, NaN where nothing is known. */
export interface LiveDeviceRates {
  readonly atMs: number;
  readonly rows: readonly {
    readonly deviceId: string;
    readonly channels: readonly { readonly channel: number; readonly minute: ArrayLike<number> }[];
  }[];
}

export interface LiveSource {
  watch(
    onStatus: (statuses: readonly LiveDeviceStatus[]) => void,
    onRates: (rates: LiveDeviceRates) => void,
  ): () => void;
  isLive(): boolean;
  onState(listener: () => void): () => void;
}

export interface ChannelState {
  framesPerSecond: number;
  /** 0 to 1. */
  load: number;
  /** By the terminal's clock. */
  lastFrameAt: number;
  readonly ring: RateRing;
}

export interface DeviceState {
  online: boolean;
  framesPerSecond: number;
  /** By the browser's clock, when frames last came; null: not since the page was opened. */
  lastFrameMs: number | null;
  sdState: SdState | null;
  readonly channels: ChannelState[];
}

interface ListedDevice {
  id: string;
  online: boolean;
  sd_state: SdState | null;
}

type Painter = (nowMs: number) => void;

/** Interval at which filters and orders over live values are evaluated again. */
const REARRANGE_MS = 1000;
const REPAINT_MS = 1000;

/**
 * Live values of all devices, beside React: statuses change numbers here, and once per animation frame the changed rows
 * on screen are painted. React renders only when the order of the rows may have changed.
 */
export class StatusBoard {
  private readonly devices = new Map<string, DeviceState>();
  /** Statuses of devices that the list does not have yet. */
  private readonly waiting = new Map<string, LiveDeviceStatus>();
  /** The minute that was told of a device, for channels that are not there yet. */
  private readonly told = new Map<string, { atMs: number; channels: LiveDeviceRates["rows"][number]["channels"] }>();
  private readonly painters = new Map<string, Set<Painter>>();
  private readonly totalPainters = new Set<Painter>();
  private readonly orderListeners = new Set<() => void>();
  private readonly dirty = new Set<string>();
  private frame: number | undefined;
  private repainting: ReturnType<typeof setInterval> | undefined;
  private rearranging: ReturnType<typeof setTimeout> | undefined;
  private order = 0;
  online = 0;
  framesPerSecond = 0;
  /** False: the live channel has not said anything yet, so rates are not known. */
  isTold = false;
  /** Called for the status of a device that is missing in the list: it was just added. */
  onStranger: () => void = () => undefined;

  /** The list of the server. Newer values of the live channel stay. */
  seed(rows: readonly ListedDevice[], nowMs = Date.now()): void {
    const there = new Set<string>();
    for (const row of rows) {
      there.add(row.id);
      if (!this.devices.has(row.id)) {
        const state = newState(row);
        this.devices.set(row.id, state);
        if (row.online) this.online += 1;
        const told = this.waiting.get(row.id);
        if (told) this.store(state, told, nowMs);
        this.waiting.delete(row.id);
      }
    }
    for (const [id, state] of this.devices) {
      if (there.has(id)) continue;
      if (state.online) this.online -= 1;
      this.framesPerSecond -= state.framesPerSecond;
      this.devices.delete(id);
    }
    this.changed();
  }

  take(statuses: readonly LiveDeviceStatus[], nowMs: number): void {
    let isStrange = false;
    this.isTold = true;
    for (const status of statuses) {
      const state = this.devices.get(status.deviceId);
      if (!state) {
        isStrange = true;
        this.waiting.set(status.deviceId, status);
      } else {
        this.store(state, status, nowMs);
        if (this.painters.has(status.deviceId)) this.dirty.add(status.deviceId);
      }
    }
    if (isStrange) this.onStranger();
    this.changed();
  }

  /** The last minute of before the page was opened: lines begin filled. */
  takeRates({ atMs, rows }: LiveDeviceRates): void {
    for (const { deviceId, channels } of rows) {
      this.told.set(deviceId, { atMs, channels });
      const state = this.devices.get(deviceId);
      if (!state) continue;
      for (const { channel, minute } of channels) state.channels[channel]?.ring.fill(atMs, minute);
      if (this.painters.has(deviceId)) this.dirty.add(deviceId);
    }
    this.changed();
  }

  private store(state: DeviceState, status: LiveDeviceStatus, nowMs: number): void {
    this.online += Number(status.online) - Number(state.online);
    this.framesPerSecond += status.framesPerSecond - state.framesPerSecond;
    state.online = status.online;
    state.framesPerSecond = status.framesPerSecond;
    state.sdState = status.sdState ?? state.sdState;
    if (status.framesPerSecond > 0) state.lastFrameMs = nowMs;
    for (const { channel, framesPerSecond, load, lastFrameAt } of status.channels) {
      const known = state.channels[channel] ?? this.newChannel(status.deviceId, channel, lastFrameAt);
      state.channels[channel] = known;
      known.framesPerSecond = framesPerSecond;
      known.load = load;
      known.lastFrameAt = lastFrameAt;
      known.ring.push(nowMs, framesPerSecond);
    }
  }

  private newChannel(deviceId: string, channel: number, lastFrameAt: number): ChannelState {
    const ring = new RateRing();
    const told = this.told.get(deviceId);
    const minute = told?.channels.find((one) => one.channel === channel)?.minute;
    if (told && minute) ring.fill(told.atMs, minute);
    return { framesPerSecond: 0, load: 0, lastFrameAt, ring };
  }

  get(id: string): DeviceState | undefined {
    return this.devices.get(id);
  }

  /** Paints at once, and again whenever the device has changed while it is on the screen. */
  watch(id: string, paint: Painter): () => void {
    const painters = this.painters.get(id) ?? new Set();
    painters.add(paint);
    this.painters.set(id, painters);
    paint(Date.now());
    this.keepTime();
    return () => {
      painters.delete(paint);
      if (painters.size === 0) this.painters.delete(id);
      this.keepTime();
    };
  }

  watchTotals(paint: Painter): () => void {
    this.totalPainters.add(paint);
    paint(Date.now());
    return () => this.totalPainters.delete(paint);
  }

  /** For React: a number that grows when filters and orders over live values should be looked at again. */
  readonly subscribeOrder = (listener: () => void): (() => void) => {
    this.orderListeners.add(listener);
    return () => this.orderListeners.delete(listener);
  };
  readonly orderVersion = (): number => this.order;

  private changed(): void {
    this.frame ??= requestAnimationFrame(() => this.paint());
    if (this.orderListeners.size === 0) return;
    this.rearranging ??= setTimeout(() => {
      this.rearranging = undefined;
      this.order += 1;
      for (const listener of [...this.orderListeners]) listener();
    }, REARRANGE_MS);
  }

  private paint(): void {
    this.frame = undefined;
    const nowMs = Date.now();
    for (const id of this.dirty) for (const paint of this.painters.get(id) ?? []) paint(nowMs);
    this.dirty.clear();
    for (const paint of this.totalPainters) paint(nowMs);
  }

  /** Lines move on and "12 s ago" grows older without news, too. */
  private keepTime(): void {
    if (this.painters.size === 0) {
      clearInterval(this.repainting);
      this.repainting = undefined;
      return;
    }
    this.repainting ??= setInterval(() => {
      for (const id of this.painters.keys()) this.dirty.add(id);
      this.frame ??= requestAnimationFrame(() => this.paint());
    }, REPAINT_MS);
  }
}

function newState({ online, sd_state: sdState }: ListedDevice): DeviceState {
  return { online, framesPerSecond: 0, lastFrameMs: null, sdState, channels: [] };
}
