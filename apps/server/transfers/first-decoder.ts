import { DbcDecoder, type DecodedFrame, type MessageDecoder } from "@canopy/can/dbc/decode";
import type { Dbc } from "@canopy/can/dbc/model";
import { FLAG_ERROR, FLAG_EXTENDED, type Frame } from "@canopy/can/frame/frame";

/** Several DBCs: the first that has the id decodes, as `canopy decode` does. */
export class FirstDecoder {
  readonly #decoders: readonly DbcDecoder[];

  constructor(dbcs: readonly Dbc[]) {
    this.#decoders = dbcs.map((dbc) => new DbcDecoder(dbc));
  }

  decode(frame: Frame): DecodedFrame | null {
    for (const decoder of this.#decoders) {
      const decoded = decoder.decode(frame);
      if (decoded !== null) return decoded;
    }
    return null;
  }

  /** For whoever takes the values another way; an error frame is no message. */
  find({ id, flags }: Frame): MessageDecoder | null {
    if (flags & FLAG_ERROR) return null;
    for (const decoder of this.#decoders) {
      const found = decoder.find(id, (flags & FLAG_EXTENDED) !== 0);
      if (found !== null) return found;
    }
    return null;
  }
}
