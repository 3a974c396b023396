import { plainSignal } from "@canopy/can/dbc/decode/plain-signal";
import { addMessage, addSignal, type Edited, updateMessage } from "@canopy/can/dbc/edit/edit";
import type { Dbc, Message } from "@canopy/can/dbc/model";
import { bitsOf } from "@canopy/can/find-signal/columns";
import type { FoundSignal } from "@canopy/contract/signals/find-signal";

export type FoundPlace = Omit<FoundSignal, "score" | "reason" | "times" | "values">;

/** What a person says of a found field. */
interface FoundNames {
  readonly message: string;
  readonly name: string;
  readonly unit: string;
  readonly factor: number;
  readonly offset: number;
}

/** Tells one finding of a list from the others; stands in the address. */
export const foundKey = ({ channel, id, is_extended, size, start_bit, length, byte_order, is_signed }: FoundPlace) =>
  `${channel}.${id.toString(16)}${is_extended ? "x" : ""}.${size}.${start_bit}.${length}.${byte_order[0]}${is_signed ? "s" : ""}`;

export const messageAt = (dbc: Dbc, { id, is_extended }: FoundPlace): Message | undefined =>
  dbc.messages.findLast((message) => message.id === id && message.isExtended === is_extended);

/** The names of signals that have a bit in common with it. */
export function overlapsOf(dbc: Dbc, place: FoundPlace): string[] {
  const own = new Set(bitsOf(fieldOf(place)));
  return (messageAt(dbc, place)?.signals ?? [])
    .filter(({ startBit, length, byteOrder }) => bitsOf({ startBit, length, byteOrder }).some((bit) => own.has(bit)))
    .map(({ name }) => name);
}

/** A name that no message of the file has. */
export function freeName(dbc: Dbc, wanted: string): string {
  const taken = new Set(dbc.messages.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}_${number}`)) return `${wanted}_${number}`;
}

/** The file with the field as a signal; its message is added where there is none, and never too short for it. */
export function withFound(dbc: Dbc, place: FoundPlace, names: FoundNames): Edited {
  const key = { id: place.id, isExtended: place.is_extended };
  const before = messageAt(dbc, place);
  const ready = before ? atLeast(dbc, before, place.size) : addMessage(dbc, newMessage(place, names.message));
  if (!ready.ok) return ready;
  const { unit, factor, offset } = names;
  const signal = { ...plainSignal(names.name, fieldOf(place)), isSigned: place.is_signed, unit, factor, offset };
  return addSignal(ready.value, key, signal);
}

const atLeast = (dbc: Dbc, message: Message, length: number): Edited =>
  message.length >= length ? { ok: true, value: dbc } : updateMessage(dbc, message, { length });

const fieldOf = ({ start_bit, length, byte_order, is_signed }: FoundPlace) => ({
  startBit: start_bit,
  length,
  byteOrder: byte_order,
  isSigned: is_signed,
});

const newMessage = ({ id, is_extended, size }: FoundPlace, name: string): Message => ({
  id,
  isExtended: is_extended,
  length: size,
  name,
  transmitter: null,
  comment: null,
  attributes: [],
  symbol: null,
  isDecodable: true,
  otherTransmitters: [],
  signals: [],
  signalGroups: [],
});
