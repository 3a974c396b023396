import { BatchDecoder } from "@canopy/can/dbc/decode/decode-batch";
import { pgnOf } from "@canopy/can/dbc/find";
import type { Dbc, Message } from "@canopy/can/dbc/model";
import type { FrameBatch } from "@canopy/can/frame/batch";
import type { SignalInfo } from "../choose/signal-info.ts";
import type { CurveSource } from "../curves/curve-scene.ts";
import { JUMP_US } from "./live-clock.ts";
import { SampleRing } from "./sample-ring.ts";
import { NO_SAMPLES, type Samples } from "./samples.ts";

/** Ring size per signal: ten minutes at 100 Hz. */
const KEPT_SAMPLES = 60_000;
/** Longer than that no late batches come without new ones between them. */
const LATE_US = 2_000_000;

interface Followed {
  readonly ring: SampleRing;
  /** The revision of the DBC that decoded its samples. */
  readonly revision: number;
}

interface Fed {
  readonly channel: number;
  readonly column: number;
  readonly ring: SampleRing;
}

interface DecodedMessage {
  readonly message: Message;
  readonly decoder: BatchDecoder;
  readonly fed: readonly Fed[];
}

/**
 * The attributes of the DBC are kept: they mark J1939 messages, which are identified by their group. So are the other
 * messages of the group, without signals: their own identifiers are none of this message.
 */
function decoderOf(dbc: Dbc, message: Message): BatchDecoder {
  const isOfGroup = (one: Message) => message.isExtended && one.isExtended && pgnOf(one.id) === pgnOf(message.id);
  const messages = dbc.messages.flatMap((one) => {
    if (one === message) return [one];
    return isOfGroup(one) ? [{ ...one, signals: [] }] : [];
  });
  return new BatchDecoder({ ...dbc, messages });
}

/** Decodes live frames in the browser into rings, only the messages of drawn signals. */
export class LiveSource implements CurveSource {
  /** The newest sample of all signals, in device time. */
  newestUs = 0;
  /** Number of samples since the pause. */
  collected = 0;
  readonly #rings = new Map<string, Followed>();
  #messages: DecodedMessage[] = [];
  #paused: Map<string, Samples> | null = null;
  /** Signals whose stored samples are loading. */
  readonly #filling = new Set<string>();
  readonly #kept: number;
  /** Since when, by this computer's clock, all that came lies far behind the newest sample. */
  #behindSinceUs: number | undefined;

  constructor(keptSamples = KEPT_SAMPLES) {
    this.#kept = keptSamples;
  }

  get isPaused(): boolean {
    return this.#paused !== null;
  }

  /** Sets the signals; known ones keep their samples. Returns the keys emptied because of a new DBC revision. */
  follow(signals: readonly SignalInfo[]): string[] {
    const reset: string[] = [];
    const keys = new Set(signals.map(({ key }) => key));
    for (const key of this.#rings.keys()) if (!keys.has(key)) this.#rings.delete(key);
    const byMessage = new Map<Message, { dbc: Dbc; fed: Fed[] }>();
    for (const info of signals) {
      const known = this.#rings.get(info.key);
      const isSame = known?.revision === info.revision;
      if (known && !isSame) reset.push(info.key);
      const ring = known && isSame ? known.ring : new SampleRing(this.#kept);
      this.#rings.set(info.key, { ring, revision: info.revision });
      const entry = byMessage.get(info.message) ?? { dbc: info.dbc, fed: [] };
      entry.fed.push({ channel: info.channel, column: info.message.signals.indexOf(info.signal), ring });
      byMessage.set(info.message, entry);
    }
    this.#messages = [...byMessage].map(([message, { dbc, fed }]) => ({
      message,
      decoder: decoderOf(dbc, message),
      fed,
    }));
    return reset;
  }

  /** `heardUs`: the time of this computer; left out for a batch that was missed and is filled in. */
  add(batch: FrameBatch, heardUs?: number): void {
    let batchUs = 0;
    for (let i = 0; i < batch.length; i++) batchUs = Math.max(batchUs, batch.timeUs[i] as number);
    if (heardUs !== undefined) this.#followClock(batchUs, heardUs);
    this.newestUs = Math.max(this.newestUs, batchUs);
    for (const { message, decoder, fed } of this.#messages) {
      const found = decoder.decode(batch).find((one) => one.message === message);
      if (!found) continue;
      for (const { channel, column, ring } of fed) {
        const values = found.columns[column];
        const present = found.present?.[column];
        if (!values) continue;
        for (let row = 0; row < found.length; row++) {
          const frame = found.frame[row] as number;
          if (batch.channel[frame] !== channel || present?.[row] === 0) continue;
          const value = Number(values[row]);
          // A float signal that says "no number": stored curves leave it out, too.
          if (!Number.isFinite(value)) continue;
          ring.push(batch.timeUs[frame] as number, value);
          this.collected++;
        }
      }
    }
  }

  /**
   * Late batches come among new ones. Where for a while nothing reaches the newest sample, the terminal's clock was set
   * back: samples of times that it has not reached again go, for they would take the place of the new ones.
   */
  #followClock(batchUs: number, heardUs: number): void {
    if (batchUs > this.newestUs - JUMP_US) {
      this.#behindSinceUs = undefined;
      return;
    }
    this.#behindSinceUs ??= heardUs;
    if (heardUs - this.#behindSinceUs < LATE_US) return;
    for (const { ring } of this.#rings.values()) ring.dropAfter(batchUs);
    this.newestUs = batchUs;
    this.#behindSinceUs = undefined;
  }

  /** The time from which a signal has every sample. */
  beginUs(key: string): number {
    return this.read(key).times[0] ?? Number.POSITIVE_INFINITY;
  }

  expect(keys: Iterable<string>): void {
    for (const key of keys) this.#filling.add(key);
  }

  /** Inserts stored samples from before the page was opened; undefined: none available. */
  fill(key: string, samples: Samples | undefined): void {
    this.#filling.delete(key);
    if (!samples || samples.length === 0) return;
    this.#rings.get(key)?.ring.merge(samples);
    this.newestUs = Math.max(this.newestUs, samples.times[samples.length - 1] as number);
  }

  pause(): void {
    this.#paused = new Map([...this.#rings].map(([key, { ring }]) => [key, ring.copy()]));
    this.collected = 0;
  }

  resume(): void {
    this.#paused = null;
  }

  read(key: string): Samples {
    return this.#paused?.get(key) ?? this.#rings.get(key)?.ring.view() ?? NO_SAMPLES;
  }

  /** `coming` until the stored samples of the window are in the ring. */
  stateOf(key: string): "here" | "coming" {
    return this.#filling.has(key) && this.read(key).length === 0 ? "coming" : "here";
  }

  readAt(key: string): Samples {
    return this.read(key);
  }
}
