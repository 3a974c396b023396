import { isStateSignal, stateNamesOf } from "@canopy/can/dbc/decode/states";
import { isJ1939 } from "@canopy/can/dbc/find";
import type { Message, Signal } from "@canopy/can/dbc/model";
import type { FrameBatch } from "@canopy/can/frame/batch";
import type { SignalChannel } from "@canopy/can/logs/mdf4/signal-group";
import { Mdf4SignalWriter } from "@canopy/can/logs/mdf4/signal-writer";
import type { Deflate } from "@canopy/can/logs/pack-queue";
import type { LogOutput, LogWriter } from "@canopy/can/logs/writer";
import { channelName } from "@canopy/contract/device-link/channels";
import type { FirstDecoder } from "./first-decoder.ts";

interface Group {
  readonly number: number;
  readonly values: Float64Array;
  /** Of the first signal: behind the identifier, where that is one. */
  readonly from: number;
}

/** A channel group for each message of each bus, with its signals as channels. */
export class DecodedMdf4Writer implements LogWriter {
  /** Frames that no DBC knows. */
  skipped = 0;
  adjusted = 0;
  readonly #output: LogOutput;
  readonly #deflate: Deflate;
  readonly #decoder: FirstDecoder;
  /** Messages that several senders share: only the identifier tells them apart. */
  readonly #shared: ReadonlySet<Message>;
  readonly #groups = new Map<Message, Group[]>();
  #file: Mdf4SignalWriter | undefined;

  constructor(output: LogOutput, decoder: FirstDecoder, deflate: Deflate) {
    this.#output = output;
    this.#deflate = deflate;
    this.#decoder = decoder;
    this.#shared = new Set(decoder.dbcs.flatMap(({ dbc }) => dbc.messages.filter((message) => isJ1939(dbc, message))));
  }

  get pending(): Promise<void> | undefined {
    return this.#file?.pending;
  }

  write(batch: FrameBatch): void {
    for (const frame of this.#decoder.frames(batch)) {
      const decoder = this.#decoder.find(frame);
      if (decoder === null) {
        this.skipped += 1;
        continue;
      }
      const file = this.#begun(frame.timeUs);
      const { number, values, from } = this.#groupOf(file, decoder.message, frame.channel);
      // A remote frame has no values; nor has a payload that ends before the first signal.
      if (decoder.decodeInto(frame.data, values, from) === 0) continue;
      if (from > 0) values[0] = frame.id;
      file.add(number, frame.timeUs, values);
    }
  }

  end(): void {
    this.#begun(0).end();
  }

  /** Times count from the first frame of the file. */
  #begun(startUs: number): Mdf4SignalWriter {
    this.#file ??= new Mdf4SignalWriter(this.#output, startUs, this.#deflate);
    return this.#file;
  }

  #groupOf(file: Mdf4SignalWriter, message: Message, channel: number): Group {
    const ofMessage = this.#groups.get(message) ?? [];
    this.#groups.set(message, ofMessage);
    const group = ofMessage[channel] ?? this.#newGroup(file, message, channel);
    ofMessage[channel] = group;
    return group;
  }

  #newGroup(file: Mdf4SignalWriter, message: Message, channel: number): Group {
    const ids = this.#shared.has(message) ? [{ name: "ID", unit: "", states: new Map<number, string>() }] : [];
    const channels = [...ids, ...message.signals.map(channelOf)];
    const number = file.group({ name: message.name, bus: channelName(channel), channels });
    return { number, values: new Float64Array(channels.length), from: ids.length };
  }
}

function channelOf(signal: Signal): SignalChannel {
  const states = isStateSignal(signal) ? stateNamesOf(signal) : new Map<number, string>();
  return { name: signal.name, unit: signal.unit, states };
}
