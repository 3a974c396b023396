import { type BitField, bytesNeeded } from "@canopy/can/bytes/bits";
import { plainSignal } from "@canopy/can/dbc/decode/plain-signal";
import type { Message, Signal } from "@canopy/can/dbc/model";
import type { signalDefinition } from "@canopy/contract/frames/curve";
import type { z } from "zod";

type Definition = z.output<typeof signalDefinition>;

const FRAME_BYTES = 64;

/** A signal that no file defines, in a message of its own; undefined where no frame could carry it. */
export function signalOfDefinition(definition: Definition): { message: Message; signal: Signal } | undefined {
  const { id, extended, selector, value_type: valueType, factor, offset } = definition;
  if (valueType === "float" && definition.length !== 32) return undefined;
  if (valueType === "double" && definition.length !== 64) return undefined;
  const fields = [definition, ...(selector ? [selector] : [])].map(bitsOf);
  const length = Math.max(...fields.map(bytesNeeded));
  if (length > FRAME_BYTES) return undefined;
  const signal = signalOf("signal", definition, { valueType, factor, offset });
  const chosen: Signal = selector
    ? { ...signal, multiplexed: { selector: "selector", ranges: selector.ranges } }
    : signal;
  const signals = selector ? [{ ...signalOf("selector", selector), isMultiplexor: true }, chosen] : [chosen];
  const message: Message = {
    name: "message",
    symbol: null,
    comment: null,
    attributes: [],
    id,
    isExtended: extended,
    isDecodable: true,
    length,
    transmitter: null,
    otherTransmitters: [],
    signals,
    signalGroups: [],
  };
  return { message, signal: chosen };
}

type Bits = Pick<Definition, "start_bit" | "length" | "byte_order" | "signed">;

const bitsOf = ({ start_bit: startBit, length, byte_order: byteOrder }: Bits): BitField => ({
  startBit,
  length,
  byteOrder,
});

function signalOf(name: string, bits: Bits, meaning: Partial<Signal> = {}): Signal {
  return { ...plainSignal(name, bitsOf(bits)), isSigned: bits.signed, ...meaning };
}
