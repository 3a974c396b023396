import type { Dbc, Message } from "./model.ts";
import { attributeValue, networkAttribute } from "./parse/attributes.ts";

/** Foreign identifiers are remembered too, but not without end. */
const MAX_REMEMBERED = 65_536;
const NOT_FOUND = -1;

/** What one frame of classic CAN carries. */
const CLASSIC_BYTES = 8;

/** A longer message is sent in several frames of J1939 transport, unless its frames are CAN FD. */
export function mayBeTransported({ isExtended, length }: Pick<Message, "isExtended" | "length">): boolean {
  return isExtended && length > CLASSIC_BYTES;
}

/** Which message an identifier belongs to. */
export class MessageIndex {
  private readonly standard = new Int32Array(0x800).fill(NOT_FOUND);
  private readonly extended = new Map<number, number>();
  private readonly byPgn = new Map<number, number>();

  constructor(dbc: Dbc) {
    for (const [index, message] of dbc.messages.entries()) {
      if (!message.isDecodable) continue;
      // Of two messages with one identifier the last counts.
      if (!message.isExtended) this.standard[message.id] = index;
      else {
        this.extended.set(message.id, index);
        if (isJ1939(dbc, message)) this.byPgn.set(pgnOf(message.id), index);
      }
    }
  }

  /** The index of the message in the DBC, or -1. */
  find(id: number, isExtended: boolean): number {
    if (!isExtended) return this.standard[id] ?? NOT_FOUND;
    return this.extended.get(id) ?? this.findByPgn(id);
  }

  private findByPgn(id: number): number {
    if (this.byPgn.size === 0) return NOT_FOUND;
    const found = this.byPgn.get(pgnOf(id)) ?? NOT_FOUND;
    if (this.extended.size < MAX_REMEMBERED) this.extended.set(id, found);
    return found;
  }
}

/** J1939-21: below PF 240 the second byte is a destination and not part of the parameter group number. */
export function pgnOf(id: number): number {
  const pgn = (id >>> 8) & 0x3ffff;
  return ((pgn >>> 8) & 0xff) < 240 ? pgn & 0x3ff00 : pgn;
}

/** J1939 identifiers differ in priority and source address; the DBC carries one of them. */
export function isJ1939(dbc: Dbc, message: Message): boolean {
  if (!message.isExtended) return false;
  const format = attributeValue(dbc, message, "VFrameFormat");
  if (format !== null) return format === "J1939PG" || format === 3;
  return networkAttribute(dbc, "ProtocolType") === "J1939";
}
