import { type Draft, type MessageDraft, NO_ATTRIBUTES, type SignalDraft } from "../edit/draft.ts";
import type { SelectorRange, ValueText } from "../model.ts";
import type { Cursor } from "./cursor.ts";
import type { ProblemList } from "./problem.ts";

/** Beyond this a file is not read. */
export const MAX_SIGNALS = 220_000;

/** `SG_ name [M|m0|m0M] : start|length@order sign (factor,offset) [min|max] "unit" receivers` */
export function parseSignal(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const message = draft.current;
  const name = cursor.word();
  const multiplexing = cursor.isWord() ? readMultiplexing(cursor) : NOT_MULTIPLEXED;
  cursor.mark(":");
  const startBit = cursor.number();
  cursor.mark("|");
  const length = cursor.number();
  cursor.mark("@");
  const order = readOrderAndSign(cursor);
  cursor.mark("(");
  const factor = cursor.number();
  cursor.mark(",");
  const offset = cursor.number();
  cursor.mark(")");
  cursor.mark("[");
  const minimum = cursor.limit();
  cursor.mark("|");
  const maximum = cursor.limit();
  cursor.mark("]");
  const unit = cursor.text();
  const receivers = readReceivers(cursor, draft);
  if (cursor.failed) return;
  if (message === null) {
    cursor.problems.error("signalWithoutMessage", at, name);
    return;
  }
  addSignal(cursor.problems, draft, message, {
    at,
    name,
    longName: null,
    comment: null,
    attributes: NO_ATTRIBUTES,
    startBit,
    length,
    isIntel: order.startsWith("1"),
    isSigned: order.endsWith("-"),
    valueType: "integer",
    factor,
    offset,
    minimum,
    maximum,
    unit,
    receivers,
    isMultiplexor: multiplexing.isMultiplexor,
    isDependent: multiplexing.isDependent,
    multiplexId: multiplexing.multiplexId,
    selector: null,
    ranges: NO_RANGES,
    values: NO_VALUES,
  });
}

/** One for all: most signals have none. */
const NO_VALUES: readonly ValueText[] = [];
const NO_RANGES: readonly SelectorRange[] = [];

/** A signal without a usable place is left out; it counts all the same, for reading it took as long. */
export function addSignal(problems: ProblemList, draft: Draft, message: MessageDraft, signal: SignalDraft): void {
  if (draft.signalCount >= MAX_SIGNALS) {
    problems.refuse("tooManySignals", signal.at, `> ${MAX_SIGNALS}`);
    return;
  }
  draft.signalCount++;
  if (!hasUsableLayout(signal)) {
    problems.error("signalOutOfRange", signal.at, signal.name);
    return;
  }
  if (message.signalByName.has(signal.name)) problems.warning("duplicateSignal", signal.at, signal.name);
  message.signals.push(signal);
  message.signalByName.set(signal.name, signal);
}

/** Far above the size of a payload (1785 bytes), low enough to be safe arithmetic. */
const MAX_BITS = 1 << 20;

function hasUsableLayout(signal: SignalDraft): boolean {
  const { startBit, length, factor, offset } = signal;
  const isWhole = Number.isInteger(startBit) && Number.isInteger(length);
  const isInside = startBit >= 0 && startBit < MAX_BITS && length >= 1 && length < MAX_BITS;
  return isWhole && isInside && Number.isFinite(factor) && Number.isFinite(offset);
}

interface Multiplexing {
  isMultiplexor: boolean;
  isDependent: boolean;
  multiplexId: number | null;
}

const NOT_MULTIPLEXED: Multiplexing = { isMultiplexor: false, isDependent: false, multiplexId: null };

/** `M`, `m5`, `m5M`; also an `m` without its number, which hand-made files have. */
function readMultiplexing(cursor: Cursor): Multiplexing {
  const found = /^(?:M|m(\d{0,15})(M?))$/.exec(cursor.token.text);
  if (found === null) {
    cursor.fail();
    return NOT_MULTIPLEXED;
  }
  const word = cursor.word();
  const [, id, mark] = found;
  return {
    isMultiplexor: word === "M" || mark === "M",
    isDependent: id !== undefined,
    multiplexId: id ? Number(id) : null,
  };
}

const ORDERS: ReadonlySet<string> = new Set(["0+", "0-", "1+", "1-"]);

/** `1+`; the two may stand apart. */
function readOrderAndSign(cursor: Cursor): string {
  // Most are whole numbers: only the others need their position.
  if (cursor.isWord() && ORDERS.has(cursor.token.text)) return cursor.word();
  const at = cursor.position();
  let word = cursor.word();
  if (word.length === 1 && cursor.isWord()) word += cursor.word();
  if (!ORDERS.has(word)) cursor.failAt(at, word);
  return word;
}

/** The list ends with its line, for no mark does; commas are sometimes forgotten. */
function readReceivers(cursor: Cursor, { receiverLists }: Draft): readonly string[] {
  let words = "";
  let isAfterComma = false;
  while (cursor.isWord() && !cursor.atSection && (isAfterComma || !cursor.token.startsLine)) {
    words += words === "" ? cursor.word() : `,${cursor.word()}`;
    isAfterComma = cursor.optionalMark(",");
  }
  cursor.optionalMark(";");
  const known = receiverLists.get(words);
  if (known !== undefined) return known;
  const receivers = words === "" ? [] : words.split(",");
  receiverLists.set(words, receivers);
  return receivers;
}
