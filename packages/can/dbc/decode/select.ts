import type { Dbc, Message, Signal } from "../model.ts";

/** The part of a DBC that a few signals need: they and their selectors. Other signals are not decoded. */
export function selectSignals(dbc: Dbc, isWanted: (message: Message, signal: Signal) => boolean): Dbc {
  const messages: Message[] = [];
  for (const message of dbc.messages) {
    const signals = withSelectors(
      message,
      message.signals.filter((signal) => isWanted(message, signal)),
    );
    if (signals.length > 0) messages.push({ ...message, signals });
  }
  return { ...dbc, messages };
}

function withSelectors(message: Message, wanted: readonly Signal[]): Signal[] {
  const byName = new Map(message.signals.map((signal) => [signal.name, signal]));
  const kept = new Set<Signal>();
  for (const signal of wanted) {
    let next: Signal | undefined = signal;
    while (next !== undefined && !kept.has(next)) {
      kept.add(next);
      next = next.multiplexed === null ? undefined : byName.get(next.multiplexed.selector);
    }
  }
  return message.signals.filter((signal) => kept.has(signal));
}
