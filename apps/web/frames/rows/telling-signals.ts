import type { DecodedSignal } from "@canopy/can/dbc/decode/decode";

/** Signals that only protect a message: checksum, counter. */
const GUARDS = /check ?sum|crc|counter|alive|rolling|parity/i;

/** Sorts signals by relevance; checksums and counters come last. */
export function tellingFirst(signals: readonly DecodedSignal[]): readonly DecodedSignal[] {
  const isGuard = ({ signal }: DecodedSignal) => GUARDS.test(signal.name);
  if (!signals.some(isGuard)) return signals;
  return [...signals.filter((one) => !isGuard(one)), ...signals.filter(isGuard)];
}
