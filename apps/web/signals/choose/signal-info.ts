import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";

/** The properties of a drawn signal. */
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
  /** True for a signal with named values, drawn as a lane. */
  readonly isState: boolean;
  readonly stateNames: ReadonlyMap<number, string>;
  /** The cycle from the DBC; a gap lasts at least a few cycles. */
  readonly cycleUs: number | undefined;
}

export function findMessage(dbc: Dbc, id: number, isExtended: boolean): Message | undefined {
  // Of two messages with one identifier the last is used, as in the decoder.
  return dbc.messages.findLast((message) => message.id === id && message.isExtended === isExtended);
}

/** `0x3A0`, `0x18FEF100`. */
export function idText({ id, isExtended }: Pick<Message, "id" | "isExtended">): string {
  return `0x${id
    .toString(16)
    .toUpperCase()
    .padStart(isExtended ? 8 : 3, "0")}`;
}
