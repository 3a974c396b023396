import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";

/** What a page knows of a signal that is drawn. */
export interface SignalInfo {
  readonly key: string;
  readonly channel: number;
  readonly name: string;
  readonly unit: string;
  readonly dbc: Dbc;
  readonly message: Message;
  readonly signal: Signal;
  readonly dbcId: string;
  readonly dbcName: string;
  readonly revision: number;
  /** Drawn as a lane: its values have names. */
  readonly isState: boolean;
  readonly stateNames: ReadonlyMap<number, string>;
  /** As the DBC says it; a gap is not shorter than a few of these. */
  readonly cycleUs: number | undefined;
}

export function findMessage(dbc: Dbc, id: number, isExtended: boolean): Message | undefined {
  // Of two messages with one identifier the last counts, as for the decoder.
  return dbc.messages.findLast((message) => message.id === id && message.isExtended === isExtended);
}

/** `0x3A0`, `0x18FEF100`. */
export function idText({ id, isExtended }: Pick<Message, "id" | "isExtended">): string {
  return `0x${id
    .toString(16)
    .toUpperCase()
    .padStart(isExtended ? 8 : 3, "0")}`;
}
