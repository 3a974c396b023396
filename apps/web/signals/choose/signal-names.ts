import type { SignalReference } from "@canopy/contract/signals/signal-reference";

export function isSameSignal(a: SignalReference, b: SignalReference): boolean {
  return (
    a.channel === b.channel &&
    a.dbc_id === b.dbc_id &&
    a.revision === b.revision &&
    a.message_id === b.message_id &&
    a.is_extended === b.is_extended &&
    a.signal === b.signal
  );
}

/** `0x1A3`, `0x18FEF100`: padded to the length of its format. */
export function idText(id: number, extended: boolean): string {
  return `0x${id
    .toString(16)
    .toUpperCase()
    .padStart(extended ? 8 : 3, "0")}`;
}
