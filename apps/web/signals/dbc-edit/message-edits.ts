import { addMessage, type Edited, updateMessage } from "@canopy/can/dbc/edit/edit";
import type { AttributeDefinition, Dbc, Message } from "@canopy/can/dbc/model";

export interface MessageContent
  extends Pick<Message, "name" | "id" | "isExtended" | "length" | "transmitter" | "comment"> {
  /** Null: not cyclic. */
  readonly cycleMs: number | null;
}

/** The properties of a message known from a frame. */
export type SeenMessage = Pick<Message, "id" | "isExtended" | "length">;

/** Reads `IDHEX[x].LENGTH` from an address; undefined for anything else. */
export function seenMessage(text: string | undefined): SeenMessage | undefined {
  const [, id, extended, length] = /^([0-9a-f]{1,8})(x?)\.(\d{1,2})$/i.exec(text ?? "") ?? [];
  if (id === undefined) return undefined;
  return { id: Number.parseInt(id, 16), isExtended: extended !== "", length: Number(length) };
}

const CYCLE = "GenMsgCycleTime";
const DEFINITION: AttributeDefinition = {
  name: CYCLE,
  owner: "message",
  type: { kind: "INT", minimum: 0, maximum: 1_000_000 },
  defaultValue: 0,
};

/** Adds a message, or replaces one with the content of the form. */
export function withMessage(dbc: Dbc, before: Message | undefined, content: MessageContent): Edited {
  const { cycleMs, ...fields } = content;
  const others = (before?.attributes ?? []).filter(({ name }) => name !== CYCLE);
  const attributes = cycleMs === null ? others : [...others, { name: CYCLE, value: cycleMs }];
  const isDefined = dbc.attributeDefinitions.some(({ name }) => name === CYCLE);
  const attributeDefinitions =
    cycleMs === null || isDefined ? dbc.attributeDefinitions : [...dbc.attributeDefinitions, DEFINITION];
  const ready = { ...dbc, attributeDefinitions };
  if (before) {
    const renamed = before.name === fields.name ? {} : { symbol: null };
    return updateMessage(ready, before, { ...fields, ...renamed, attributes });
  }
  return addMessage(ready, {
    ...fields,
    attributes,
    symbol: null,
    isDecodable: true,
    otherTransmitters: [],
    signals: [],
    signalGroups: [],
  });
}
