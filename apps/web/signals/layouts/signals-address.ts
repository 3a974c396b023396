import { formatSignal, parseSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";

/** Signals in one value of the address; unreadable parts are skipped. */
export function signalsOfAddress(text: string | undefined, limit: number): SignalReference[] {
  return (text ?? "")
    .split("|")
    .flatMap((part) => parseSignal(safelyDecoded(part)) ?? [])
    .slice(0, limit);
}

export function addressOfSignals(signals: readonly SignalReference[]): string | undefined {
  return signals.length === 0 ? undefined : signals.map((one) => encodeURIComponent(formatSignal(one))).join("|");
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
