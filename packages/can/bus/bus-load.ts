import type { FrameBatch } from "../frame/batch.ts";
import { frameBits } from "./bit-length.ts";

export interface BitRates {
  nominalBps: number;
  /** Of the data phase of FD frames; the nominal one where left out. */
  dataBps?: number;
}

export interface LoadWindow {
  channel: number;
  startUs: number;
  frames: number;
  /** Percent of the window; more than 100 says that the bit rate is wrong, so it is not cut. */
  loadPercent: number;
}

export interface LoadSummary {
  windows: number;
  minPercent: number;
  avgPercent: number;
  maxPercent: number;
}

const WINDOW_US = 1_000_000;

interface ChannelLoad {
  startUs: number;
  busyUs: number;
  frames: number;
  summary: LoadSummary;
  sumPercent: number;
}

/** Bus load by channel, in windows of a second from the first frame on. Silent windows count as 0. */
export class BusLoad {
  private readonly rates: BitRates;
  private readonly onWindow: (window: LoadWindow) => void;
  private readonly windowUs: number;
  private readonly channels = new Map<number, ChannelLoad>();

  constructor(rates: BitRates, onWindow: (window: LoadWindow) => void = () => {}, windowUs = WINDOW_US) {
    this.rates = rates;
    this.onWindow = onWindow;
    this.windowUs = windowUs;
  }

  add(batch: FrameBatch): void {
    const { nominalBps, dataBps = nominalBps } = this.rates;
    for (let i = 0; i < batch.length; i++) {
      const frame = batch.at(i);
      const load = this.channelAt(frame.channel, frame.timeUs);
      const bits = frameBits(frame);
      load.busyUs += (bits.nominal * 1e6) / nominalBps + (bits.data * 1e6) / dataBps;
      load.frames++;
    }
  }

  /** Closes the windows still open; the last one of each channel counts as a whole one. */
  end(): Map<number, LoadSummary> {
    const summaries = new Map<number, LoadSummary>();
    for (const [channel, load] of this.channels) {
      this.close(channel, load);
      summaries.set(channel, { ...load.summary, avgPercent: load.sumPercent / load.summary.windows });
    }
    return summaries;
  }

  private channelAt(channel: number, timeUs: number): ChannelLoad {
    let load = this.channels.get(channel);
    if (load === undefined) {
      const summary = { windows: 0, minPercent: Number.POSITIVE_INFINITY, avgPercent: 0, maxPercent: 0 };
      load = { startUs: timeUs, busyUs: 0, frames: 0, summary, sumPercent: 0 };
      this.channels.set(channel, load);
    }
    if (timeUs >= load.startUs + this.windowUs) {
      this.close(channel, load);
      this.skipSilence(load, timeUs);
    }
    return load;
  }

  private close(channel: number, load: ChannelLoad): void {
    const loadPercent = (100 * load.busyUs) / this.windowUs;
    this.onWindow({ channel, startUs: load.startUs, frames: load.frames, loadPercent });
    const { summary } = load;
    summary.windows++;
    summary.minPercent = Math.min(summary.minPercent, loadPercent);
    summary.maxPercent = Math.max(summary.maxPercent, loadPercent);
    load.sumPercent += loadPercent;
    load.startUs += this.windowUs;
    load.busyUs = 0;
    load.frames = 0;
  }

  /** A gap of hours is counted, not emitted window by window. */
  private skipSilence(load: ChannelLoad, timeUs: number): void {
    const silent = Math.floor((timeUs - load.startUs) / this.windowUs);
    if (silent <= 0) return;
    load.summary.windows += silent;
    load.summary.minPercent = 0;
    load.startUs += silent * this.windowUs;
  }
}
