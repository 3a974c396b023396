import type { Dbc, Message } from "@canopy/can/dbc/model";

/** How a message is named in an address: `3A0`, or `18FEEE00x` for 29 bits. */
export const messageKey = ({ id, isExtended }: Pick<Message, "id" | "isExtended">) =>
  `${id.toString(16).toUpperCase()}${isExtended ? "x" : ""}`;

/** How people read it: `0x3A0`, `0x18FEEE00`. */
export const messageId = ({ id, isExtended }: Pick<Message, "id" | "isExtended">) =>
  `0x${id
    .toString(16)
    .toUpperCase()
    .padStart(isExtended ? 8 : 3, "0")}`;

/** The last of this identifier, which is the one that decodes. */
export const messageOfKey = (dbc: Dbc, key: string): Message | undefined =>
  dbc.messages.findLast((message) => messageKey(message) === key);

/** In the order of identifiers, standard ones first. */
export const sortedMessages = (dbc: Dbc): Message[] =>
  dbc.messages.toSorted((a, b) => Number(a.isExtended) - Number(b.isExtended) || a.id - b.id);
