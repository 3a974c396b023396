import type { BitField } from "../../bytes/bits.ts";
import type { Signal } from "../model.ts";

/** A signal of which nothing but its name and its bits is known: an unsigned number as it stands in the frame. */
export function plainSignal(name: string, { startBit, length, byteOrder }: BitField): Signal {
  return {
    name,
    startBit,
    length,
    byteOrder,
    symbol: null,
    comment: null,
    attributes: [],
    isSigned: false,
    valueType: "integer",
    factor: 1,
    offset: 0,
    minimum: 0,
    maximum: 0,
    unit: "",
    receivers: [],
    isMultiplexor: false,
    multiplexed: null,
    values: [],
  };
}
