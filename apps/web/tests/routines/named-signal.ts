import type { SignalReference } from "@canopy/contract/signals/signal-reference";

export interface NamedSignal {
  readonly reference: SignalReference;
  /** `Message.Signal`, as limits and scripts name it; the bare name until its DBC file is here. */
  readonly name: string;
  readonly isKnown: boolean;
}

/** TST-01: limits and scripts could not tell two signals of one name apart; undefined: there are none. */
export function repeatedName(signals: readonly Pick<NamedSignal, "name" | "isKnown">[]): string | undefined {
  const names = signals.flatMap(({ name, isKnown }) => (isKnown ? [name] : []));
  return names.find((name, i) => names.indexOf(name) < i);
}
