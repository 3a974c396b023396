import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";
import { safeText } from "../../platform/postgres/safe-json.ts";

/** A message as the search over all files finds it: the lists have an entry for it, then one for each of its signals. */
interface DbcTerm {
  readonly message_id: number;
  readonly is_extended: boolean;
  readonly message: string;
  /** The first is null: the message itself. */
  readonly signals: readonly (string | null)[];
  readonly comments: readonly string[];
  readonly texts: readonly string[];
}

const COMMENT_MAX = 500;
const TEXT_MAX = 2000;
const STATES_MAX = 64;

/** Messages per statement. */
const CHUNK = 500;

/**
 * Every message and signal with its search words, as the JSON of one statement after the other: a worker thread hands
 * over a few texts, not a million.
 */
export function dbcTerms(dbc: Dbc): string[] {
  const messages = dbc.messages.filter(({ isDecodable }) => isDecodable);
  const chunks: string[] = [];
  for (let from = 0; from < messages.length; from += CHUNK)
    chunks.push(JSON.stringify(messages.slice(from, from + CHUNK).map(termOf)));
  return chunks;
}

function termOf(message: Message): DbcTerm {
  const { signals } = message;
  return {
    message_id: message.id,
    is_extended: message.isExtended,
    message: safeText(message.name),
    signals: [null, ...signals.map(({ name }) => safeText(name))],
    comments: [message, ...signals].map(({ comment }) => safeText((comment ?? "").slice(0, COMMENT_MAX))),
    texts: [searchText(messageWords(message)), ...signals.map((signal) => searchText(signalWords(message, signal)))],
  };
}

const searchText = (words: readonly (string | null)[]) => {
  let text = "";
  for (const word of words) if (word) text += text === "" ? word : ` ${word}`;
  return safeText(text.toLowerCase().slice(0, TEXT_MAX));
};

const messageWords = ({ id, name, comment, transmitter }: Message) => [
  name,
  `0x${id.toString(16)}`,
  String(id),
  transmitter,
  comment,
];

const signalWords = (message: Message, { name, unit, comment, values }: Signal) => [
  name,
  message.name,
  unit,
  comment,
  ...values.slice(0, STATES_MAX).map(({ text }) => text),
];
