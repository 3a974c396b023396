import type { DecodedSignal } from "@canopy/can/dbc/decode/decode";

/** Signals that guard a message say nothing of the machine. */
const GUARDS = /check ?sum|crc|counter|alive|rolling|parity/i;

/** What says most stands first, the guards of the message last. */
export function tellingFirst(signals: readonly DecodedSignal[]): readonly DecodedSignal[] {
  const isGuard = ({ signal }: DecodedSignal) => GUARDS.test(signal.name);
  if (!signals.some(isGuard)) return signals;
  return [...signals.filter((one) => !isGuard(one)), ...signals.filter(isGuard)];
}
