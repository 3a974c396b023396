import { frameBits } from "@canopy/can/bus/bit-length";
import type { BitRates } from "@canopy/can/bus/bus-load";
import { type BusErrors, readErrorFrame } from "@canopy/can/bus/error-frame";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { channelKind } from "@canopy/contract/device-link/channels";
import type { LiveStatus } from "@canopy/contract/frames/live-binary";

/** A rate is that of the last second of the terminal's own time, so that a card being read out shows the bus, not the line. */
const WINDOW_US = 1_000_000;
/** Enough time for a first estimate, before the first second is full. */
const FIRST_WINDOW_US = 100_000;
/** A step of the clock or a hole of this size begins anew. */
const JUMP_US = 10_000_000;
/** Silence after which a channel has no frames. */
const SILENT_MS = 3000;
/** Frames per interval whose length on the wire is measured: measuring all would cost as much as decoding. */
const SAMPLES = 8;
const SAMPLE_EVERY_MS = 5000;

const CHANNELS = 256;
const counts = new Uint32Array(CHANNELS);
const firstUs = new Float64Array(CHANNELS);
const lastUs = new Float64Array(CHANNELS);

interface Window {
  startUs: number;
  endUs: number;
  frames: number;
}

interface ChannelMeter {
  readonly channel: number;
  window: Window;
  framesPerSecond: number;
  load: number;
  lastFrameUs: number;
  /** Mean time on the wire. */
  frameUs: number;
  sampledMs: number;
  heardMs: number;
}

/** Frames per second, bus load, last frame and error counters of the channels of one terminal. */
export class LiveMeter {
  private readonly bitRates: (channel: number) => BitRates;
  private readonly channels = new Map<number, ChannelMeter>();
  private readonly errors = new Map<number, BusErrors>();

  constructor(bitRates: (channel: number) => BitRates) {
    this.bitRates = bitRates;
  }

  /** Answers the channels that the batch has frames of. */
  add(frames: FrameBatch, nowMs: number): Uint8Array {
    const seen: number[] = [];
    for (let i = 0; i < frames.length; i++) {
      const channel = frames.channel[i] as number;
      const timeUs = frames.timeUs[i] as number;
      if (counts[channel] === 0) {
        seen.push(channel);
        firstUs[channel] = timeUs;
      }
      counts[channel] = (counts[channel] as number) + 1;
      lastUs[channel] = timeUs;
      if ((frames.flags[i] as number) & FLAG_ERROR) this.setErrors(channel, readErrorFrame(frames.at(i).data));
    }
    for (const channel of seen) {
      this.count(channel, frames, nowMs);
      counts[channel] = 0;
    }
    return Uint8Array.from(seen);
  }

  /** As the terminal says it; the last word counts. Answers whether it is another than before. */
  setErrors(channel: number, errors: BusErrors | undefined): boolean {
    const known = this.errors.get(channel);
    if (errors === undefined) return false;
    this.errors.set(channel, errors);
    return known?.state !== errors.state || known.rec !== errors.rec || known.tec !== errors.tec;
  }

  /** Rates of channels that fell silent go to nothing; answers whether any did. */
  settle(nowMs: number): boolean {
    let hasChanged = false;
    for (const meter of this.channels.values()) {
      if (meter.framesPerSecond === 0 || nowMs - meter.heardMs < SILENT_MS) continue;
      meter.framesPerSecond = 0;
      meter.load = 0;
      hasChanged = true;
    }
    return hasChanged;
  }

  get isSilent(): boolean {
    for (const { framesPerSecond } of this.channels.values()) if (framesPerSecond > 0) return false;
    return true;
  }

  rates(): Iterable<{ readonly channel: number; readonly framesPerSecond: number }> {
    return this.channels.values();
  }

  read(): LiveStatus["channels"] {
    return [...this.channels.values()].map(({ channel, framesPerSecond, load, lastFrameUs }) => ({
      channel,
      framesPerSecond,
      load,
      lastFrameAt: lastFrameUs / 1000,
      errors: this.errors.get(channel),
    }));
  }

  private count(channel: number, frames: FrameBatch, nowMs: number): void {
    const [from, to, added] = [firstUs[channel] as number, lastUs[channel] as number, counts[channel] as number];
    const known = this.channels.get(channel);
    const meter = known ?? newMeter(channel);
    if (!known) this.channels.set(channel, meter);
    const isJump = !known || from < meter.window.startUs || from - meter.window.endUs > JUMP_US;
    // The first frame begins the time, so it is not counted in it.
    if (isJump) meter.window = { startUs: from, endUs: to, frames: added - 1 };
    else meter.window = { startUs: meter.window.startUs, endUs: to, frames: meter.window.frames + added };
    meter.lastFrameUs = to;
    meter.heardMs = nowMs;
    if (nowMs - meter.sampledMs >= SAMPLE_EVERY_MS) {
      meter.frameUs = meanFrameUs(frames, channel, this.bitRates(channel));
      meter.sampledMs = nowMs;
    }
    closeWindow(meter);
  }
}

function newMeter(channel: number): ChannelMeter {
  const window = { startUs: 0, endUs: 0, frames: 0 };
  const nothing = { framesPerSecond: 0, load: 0, lastFrameUs: 0, frameUs: 0, heardMs: 0 };
  return { channel, window, ...nothing, sampledMs: Number.NEGATIVE_INFINITY };
}

function closeWindow(meter: ChannelMeter): void {
  const { startUs, endUs, frames } = meter.window;
  const elapsedUs = endUs - startUs;
  const isFirst = meter.framesPerSecond === 0 && elapsedUs >= FIRST_WINDOW_US;
  if (elapsedUs < WINDOW_US && !isFirst) return;
  meter.framesPerSecond = (frames * 1e6) / elapsedUs;
  meter.load = (frames * meter.frameUs) / elapsedUs;
  if (elapsedUs >= WINDOW_US) meter.window = { startUs: endUs, endUs, frames: 0 };
}

/** Bus load is a word of CAN; other channels have none. */
function meanFrameUs(frames: FrameBatch, channel: number, { nominalBps, dataBps = nominalBps }: BitRates): number {
  if (channelKind(channel) !== "can") return 0;
  let sumUs = 0;
  let samples = 0;
  // Evenly over the batch, so that the frames of one moment do not stand for all.
  const step = Math.max(1, Math.floor((counts[channel] as number) / SAMPLES));
  let skipped = step;
  for (let i = 0; i < frames.length && samples < SAMPLES; i++) {
    if (frames.channel[i] !== channel || ++skipped < step) continue;
    skipped = 0;
    const { nominal, data } = frameBits(frames.at(i));
    sumUs += (nominal * 1e6) / nominalBps + (data * 1e6) / dataBps;
    samples += 1;
  }
  return samples === 0 ? 0 : sumUs / samples;
}
