import { liveClient } from "../../frames/live/live-client.ts";
import type { SignalInfo } from "../choose/signal-info.ts";
import { LiveBackfill } from "./live-backfill.ts";
import { LiveClock } from "./live-clock.ts";
import { LiveSource } from "./live-source.ts";
import { historyOf } from "./sample-store.ts";
import { NO_SAMPLES, type Samples } from "./samples.ts";

/** A signal of one of several devices. */
export interface DeviceSignal {
  readonly thingsId: string;
  readonly info: SignalInfo;
}

interface Feed {
  readonly channels: string;
  readonly source: LiveSource;
  readonly clock: LiveClock;
  readonly backfill: LiveBackfill;
  stop(): void;
}

const nowUs = () => Date.now() * 1000;

/** Signals of several devices as they arrive, each device by one subscription; the window is filled from the store first. */
export class LiveSignals {
  readonly #feeds = new Map<string, Feed>();
  readonly #windowS: number;
  readonly #keptSamples: number | undefined;

  constructor(windowS: number, keptSamples?: number) {
    this.#windowS = windowS;
    this.#keptSamples = keptSamples;
  }

  /** Sets the signals; known ones keep their samples. */
  follow(signals: readonly DeviceSignal[]): void {
    const byDevice = Map.groupBy(signals, ({ thingsId }) => thingsId);
    for (const [thingsId, feed] of this.#feeds) if (!byDevice.has(thingsId)) this.#drop(thingsId, feed);
    for (const [thingsId, own] of byDevice) {
      const infos = own.map(({ info }) => info);
      const { source, backfill } = this.#feedOf(thingsId, infos);
      backfill.forget(source.follow(infos));
      const keys = infos.map(({ key }) => key);
      void backfill.want(keys, nowUs() - this.#windowS * 1_000_000, nowUs());
    }
  }

  read(thingsId: string, key: string): Samples {
    return this.#feeds.get(thingsId)?.source.read(key) ?? NO_SAMPLES;
  }

  /** The time at the right edge of a device's curves, by its own clock. */
  shownUs(thingsId: string): number {
    return this.#feeds.get(thingsId)?.clock.shownUs(nowUs()) ?? nowUs();
  }

  stop(): void {
    for (const [thingsId, feed] of this.#feeds) this.#drop(thingsId, feed);
  }

  /** Only the channels of its signals are sent; other ones need another subscription. */
  #feedOf(thingsId: string, infos: readonly SignalInfo[]): Feed {
    const channels = [...new Set(infos.map(({ channel }) => channel))].sort((a, b) => a - b);
    const known = this.#feeds.get(thingsId);
    if (known?.channels === channels.join()) return known;
    if (known) this.#drop(thingsId, known);
    const source = new LiveSource(this.#keptSamples);
    const clock = new LiveClock();
    const backfill = new LiveBackfill(historyOf(thingsId), source, () => undefined);
    const unwatch = liveClient().watchFrames(
      { deviceId: thingsId, channels },
      {
        onBatch: (batch, { isFilled }) => {
          const heardUs = isFilled ? undefined : nowUs();
          source.add(batch, heardUs);
          if (heardUs !== undefined) clock.heard(source.newestUs, heardUs);
        },
      },
    );
    const stop = () => {
      unwatch();
      backfill.stop();
    };
    const feed = { channels: channels.join(), source, clock, backfill, stop };
    this.#feeds.set(thingsId, feed);
    return feed;
  }

  #drop(thingsId: string, feed: Feed): void {
    feed.stop();
    this.#feeds.delete(thingsId);
  }
}
