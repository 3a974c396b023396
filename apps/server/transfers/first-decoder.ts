import { DbcDecoder, type DecodedFrame } from "@canopy/can/dbc/decode";
import type { Dbc } from "@canopy/can/dbc/model";
import type { Frame } from "@canopy/can/frame/frame";

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
}
