import { DbcDecoder, type DecodedFrame, type MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { mayBeTransported } from "@canopy/can/dbc/find";
import type { Dbc } from "@canopy/can/dbc/model";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, type Frame } from "@canopy/can/frame/frame";
import { j1939Id } from "@canopy/can/j1939/id";
import { J1939Reassembler, type TransportEvent } from "@canopy/can/j1939/reassemble";

export interface ChosenDbc {
  readonly dbc: Dbc;
  /** Those of the device that a strategy of this DBC is bound to. */
  readonly channels: readonly number[];
}

/** The packets do not tell the priority of their message: that of most messages first. */
const PRIORITIES = [6, 0, 1, 2, 3, 4, 5, 7];

/**
 * Several DBCs: the first that has the id decodes, as `canopy decode` does; those bound to the frame's channel come
 * before the others, since two buses, and all inputs, use the same ids.
 */
export class FirstDecoder {
  readonly dbcs: readonly ChosenDbc[];
  /** Where a DBC has messages that may be sent in several frames. */
  readonly #transport: J1939Reassembler | undefined;
  readonly #chosen: readonly { readonly decoder: DbcDecoder; readonly channels: readonly number[] }[];
  /** In the order in which they are asked, by channel. */
  readonly #ofChannel: (readonly DbcDecoder[] | undefined)[] = [];

  constructor(dbcs: readonly ChosenDbc[]) {
    this.dbcs = dbcs;
    const isSplit = dbcs.some(({ dbc }) => dbc.messages.some(mayBeTransported));
    this.#transport = isSplit ? new J1939Reassembler() : undefined;
    this.#chosen = dbcs.map(({ dbc, channels }) => ({ decoder: new DbcDecoder(dbc), channels }));
  }

  /**
   * The frames of a batch, and behind the last packet of each the J1939 messages of more than eight bytes that a DBC has
   * (UDS-06). Each is good until the next one.
   */
  *frames(batch: FrameBatch): Generator<Frame> {
    for (let i = 0; i < batch.length; i += 1) {
      const frame = batch.at(i);
      yield frame;
      for (const event of this.#transport?.add(frame) ?? []) {
        const joined = this.#joined(event);
        if (joined) yield joined;
      }
    }
  }

  #joined(event: TransportEvent): Frame | undefined {
    if (event.kind !== "message") return undefined;
    const { channel, lastUs, bytes } = event;
    for (const priority of PRIORITIES) {
      const id = j1939Id({ ...event, priority });
      const frame = { timeUs: lastUs, channel, id, flags: FLAG_EXTENDED, size: bytes.length, data: bytes };
      const found = this.find(frame);
      if (found !== null && mayBeTransported(found.message)) return frame;
    }
    return undefined;
  }

  decode(frame: Frame): DecodedFrame | null {
    for (const decoder of this.#decodersOf(frame.channel)) {
      const decoded = decoder.decode(frame);
      if (decoded !== null) return decoded;
    }
    return null;
  }

  /** For callers that take the values another way; an error frame is no message. */
  find({ id, flags, channel }: Frame): MessageDecoder | null {
    if (flags & FLAG_ERROR) return null;
    for (const decoder of this.#decodersOf(channel)) {
      const found = decoder.find(id, (flags & FLAG_EXTENDED) !== 0);
      if (found !== null) return found;
    }
    return null;
  }

  #decodersOf(channel: number): readonly DbcDecoder[] {
    const isBound = ({ channels }: { channels: readonly number[] }) => channels.includes(channel);
    this.#ofChannel[channel] ??= [...this.#chosen]
      .sort((one, other) => Number(isBound(other)) - Number(isBound(one)))
      .map(({ decoder }) => decoder);
    return this.#ofChannel[channel];
  }
}
