import type { Message, Signal } from "@canopy/can/dbc/model";
import { type GateSource, gateSource } from "@canopy/contract/device-link/flash/flash-order";
import { hexOf } from "../hex.ts";

/** `channel:ID:start bit:length:factor:offset:values`, the ID in hexadecimal; `terminal`: measured by the terminal. */
export function textOfSource(source: GateSource | null): string {
  if (source === null) return "";
  if (source.from === "terminal") return "terminal";
  const { channel, id, extended, start_bit, length, factor, offset, values, byte_order, signed } = source;
  const place = `${start_bit}${byte_order === "motorola" ? "m" : ""}`;
  const name = `${hexOf(id)}${extended ? "x" : ""}`;
  return [channel, name, place, `${length}${signed ? "s" : ""}`, factor, offset, values.join(",")].join(":");
}

const FORM =
  /^(\d{1,3}):(?:0x)?([0-9a-f]{1,8})(x?):(\d{1,3})(m?):(\d{1,2})(s?)(?::(-?[\d.e-]+))?(?::(-?[\d.e-]+))?(?::([-\d.,]*))?$/i;

/** Null: none is wanted; undefined: it is not understood. */
export function sourceOfText(text: string): GateSource | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  if (typed === "terminal") return { from: "terminal" };
  const found = FORM.exec(typed);
  if (!found) return undefined;
  const [, channel, id = "", x, start, m, length, s, factor = "1", offset = "0", values = ""] = found;
  const read = gateSource.safeParse({
    from: "frame",
    channel: Number(channel),
    id: Number.parseInt(id, 16),
    extended: x !== "",
    start_bit: Number(start),
    length: Number(length),
    byte_order: m === "" ? "intel" : "motorola",
    signed: s !== "",
    factor: Number(factor),
    offset: Number(offset),
    values: values === "" ? [1] : values.split(",").map(Number),
  });
  return read.success ? read.data : undefined;
}

export interface PickedGate {
  readonly text: string;
  /** `Message.Signal` */
  readonly name: string;
}

interface Picked {
  readonly message: Message;
  readonly signal: Signal;
  readonly channel: number;
  readonly values: readonly number[];
}

/** The place of a signal of a DBC, as it is kept and shown. */
export function sourceOfSignal({ message, signal, channel, values }: Picked): PickedGate {
  const text = textOfSource({
    from: "frame",
    channel,
    id: message.id,
    extended: message.isExtended,
    start_bit: signal.startBit,
    length: signal.length,
    byte_order: signal.byteOrder,
    signed: signal.isSigned,
    factor: signal.factor,
    offset: signal.offset,
    values: [...values],
  });
  return { text, name: `${message.name}.${signal.name}` };
}
