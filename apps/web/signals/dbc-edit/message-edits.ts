import { addMessage, type Edited, updateMessage } from "@canopy/can/dbc/edit/edit";
import type { AttributeDefinition, Dbc, Message } from "@canopy/can/dbc/model";

export interface MessageContent
  extends Pick<Message, "name" | "id" | "isExtended" | "length" | "transmitter" | "comment"> {
  /** Null: not sent in a cycle. */
  readonly cycleMs: number | null;
}

const CYCLE = "GenMsgCycleTime";
const DEFINITION: AttributeDefinition = {
  name: CYCLE,
  owner: "message",
  type: { kind: "INT", minimum: 0, maximum: 1_000_000 },
  defaultValue: 0,
};

/** A new message, or one as the form has it. */
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
