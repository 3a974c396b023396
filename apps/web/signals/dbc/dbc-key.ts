import type { Dbc, Message } from "@canopy/can/dbc/model";

/** The key of a message in an address: `3A0`, or `18FEEE00x` for 29 bits. */
export const messageKey = ({ id, isExtended }: Pick<Message, "id" | "isExtended">) =>
  `${id.toString(16).toUpperCase()}${isExtended ? "x" : ""}`;

/** The displayed form: `0x3A0`, `0x18FEEE00`. */
export const messageId = ({ id, isExtended }: Pick<Message, "id" | "isExtended">) =>
  `0x${id
    .toString(16)
    .toUpperCase()
    .padStart(isExtended ? 8 : 3, "0")}`;

/** The last message of this identifier: the decoder uses it. */
export const messageOfKey = (dbc: Dbc, key: string): Message | undefined =>
  dbc.messages.findLast((message) => messageKey(message) === key);

/** Ordered by identifier, standard ones first. */
export const sortedMessages = (dbc: Dbc): Message[] =>
  dbc.messages.toSorted((a, b) => Number(a.isExtended) - Number(b.isExtended) || a.id - b.id);
