import { isJ1939, pgnOf } from "@canopy/can/dbc/find";
import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";
import type { MessageSignal } from "@canopy/contract/signals/signal-reference";
import type { IdSpans } from "../../frames/store/signal-query.ts";

export interface FoundSignal {
  readonly message: Message;
  readonly signal: Signal;
}

/** Of two messages with one identifier the last counts, as for the decoder. */
export function findMessage(dbc: Dbc, id: number, isExtended: boolean): Message | undefined {
  return dbc.messages.findLast((one) => one.isDecodable && one.id === id && one.isExtended === isExtended);
}

export function findSignal(dbc: Dbc, { message_id, is_extended, signal }: MessageSignal): FoundSignal | undefined {
  const message = findMessage(dbc, message_id, is_extended);
  const found = message?.signals.find(({ name }) => name === signal);
  return message && found && { message, signal: found };
}

const PRIORITIES = 8;
const PRIORITY_SHIFT = 26;

/**
 * J1939: a message is its parameter group, for any sender and priority. As spans, which the store finds by its sort
 * key; an identifier that the DBC names itself belongs to the message that names it.
 */
export function alsoIdsOf(dbc: Dbc, message: Message): IdSpans | undefined {
  if (!isJ1939(dbc, message)) return undefined;
  const pgn = pgnOf(message.id);
  const sharers = dbc.messages.filter((one) => one.isDecodable && one.isExtended && pgnOf(one.id) === pgn);
  // Of several messages of one group the last has the strangers.
  if (sharers.findLast((one) => isJ1939(dbc, one)) !== message) return undefined;
  const bits = ((pgn >>> 8) & 0xff) < 240 ? 16 : 8;
  const spans = Array.from({ length: PRIORITIES }, (_, priority) => {
    const from = priority * 2 ** PRIORITY_SHIFT + pgn * 256;
    return { from, to: from + 2 ** bits - 1 };
  });
  return { spans, except: sharers.filter((one) => one !== message).map(({ id }) => id) };
}
