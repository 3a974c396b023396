import { DbcDecoder, type DecodedFrame, type MessageDecoder } from "@canopy/can/dbc/decode/decode";
import type { Dbc } from "@canopy/can/dbc/model";
import { FLAG_ERROR, FLAG_EXTENDED, type Frame } from "@canopy/can/frame/frame";

export interface ChosenDbc {
  readonly dbc: Dbc;
  /** Those of the device that a strategy of this DBC is bound to. */
  readonly channels: readonly number[];
}

/**
 * Several DBCs: the first that has the id decodes, as `canopy decode` does; those bound to the frame's channel come
 * before the others, since two buses, and all inputs, use the same ids.
 */
export class FirstDecoder {
  readonly #chosen: readonly { readonly decoder: DbcDecoder; readonly channels: readonly number[] }[];
  /** In the order in which they are asked, by channel. */
  readonly #ofChannel: (readonly DbcDecoder[] | undefined)[] = [];

  constructor(dbcs: readonly ChosenDbc[]) {
    this.#chosen = dbcs.map(({ dbc, channels }) => ({ decoder: new DbcDecoder(dbc), channels }));
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
