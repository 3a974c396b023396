import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";
import { idText } from "./signal-info.ts";

export interface TreeMessage {
  readonly message: Message;
  /** The signals found; without a search all. */
  readonly signals: readonly Signal[];
}

/** Number of messages shown; more are found by searching. */
export const MAX_TREE_MESSAGES = 300;

/** Messages and signals whose name, comment or identifier contains every word. */
export function findSignals(dbc: Dbc, search: string): { found: TreeMessage[]; more: number } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found: TreeMessage[] = [];
  let more = 0;
  for (const message of dbc.messages) {
    if (!message.isDecodable || message.signals.length === 0) continue;
    const signals = words.length === 0 ? message.signals : matching(message, words);
    if (signals.length === 0) continue;
    if (found.length < MAX_TREE_MESSAGES) found.push({ message, signals });
    else more++;
  }
  return { found, more };
}

function matching(message: Message, words: readonly string[]): readonly Signal[] {
  const own = `${message.name} ${idText(message)}`.toLowerCase();
  if (words.every((word) => own.includes(word))) return message.signals;
  return message.signals.filter((signal) => {
    const text = `${own} ${signal.name} ${signal.comment ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
