/**
 * The text messages of the candtu dialect: a zero byte, then keys and values, each ended by a zero byte.
 *
 *     "\0name\0sync_time\0cmdid\x0017\0time\x001700000000\0"
 */
export type CandtuFields = Readonly<Record<string, string>>;

export function encodeCandtuFields(fields: CandtuFields): Uint8Array<ArrayBuffer> {
  const words = Object.entries(fields).flat();
  if (words.some((word) => word.includes("\0"))) throw new RangeError("a zero byte ends a word");
  return new TextEncoder().encode(`\0${words.map((word) => `${word}\0`).join("")}`);
}

const MAX_WORDS = 2048;

/** Undefined for another kind of message. An empty payload has no fields; the last zero byte may be missing. */
export function decodeCandtuFields(payload: Uint8Array): CandtuFields | undefined {
  if (payload.length === 0) return {};
  if (payload[0] !== 0) return undefined;
  const text = decodeUtf8(payload.subarray(1));
  if (text === undefined) return undefined;
  const words = text.split("\0", MAX_WORDS + 1);
  if (words.at(-1) === "" && words.length % 2 === 1) words.pop();
  if (words.length > MAX_WORDS || words.length % 2 === 1) return undefined;
  const pairs = Array.from({ length: words.length / 2 }, (_, at) => [words[2 * at], words[2 * at + 1]] as const);
  return Object.fromEntries(pairs);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
