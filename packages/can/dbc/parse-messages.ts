import type { Cursor } from "./cursor.ts";
import type { Draft, MessageDraft, SignalDraft } from "./draft.ts";
import { fileIdOf, readFileId } from "./file-id.ts";
import type { ValueText } from "./model.ts";
import type { Position } from "./problem.ts";

/** A file beyond these is refused from there on: no bus has so many, and a page must stay usable. */
export const MAX_MESSAGES = 50_000;
export const MAX_SIGNALS = 150_000;

/** `BO_ id name: length transmitter`, the `SG_` lines follow as statements of their own. */
export function parseMessage(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const fileId = cursor.messageId();
  const name = cursor.word();
  cursor.mark(":");
  const length = cursor.number();
  const transmitter = cursor.isWord() && !cursor.token.startsLine ? cursor.word() : "";
  cursor.optionalMark(";");
  if (cursor.failed) return;
  if (draft.messages.length >= MAX_MESSAGES) {
    cursor.problems.error("tooManyMessages", at, name);
    return;
  }
  const message: MessageDraft = {
    at,
    name,
    longName: null,
    comment: null,
    attributes: [],
    fileId,
    length,
    transmitter,
    otherTransmitters: [],
    signals: [],
    signalGroups: [],
    signalByName: new Map(),
  };
  draft.messages.push(message);
  const id = canonicalId(fileId);
  if (draft.messageByFileId.has(id)) cursor.problems.warning("duplicateMessageId", at, name);
  draft.messageByFileId.set(id, message);
}

/** `SG_ name [M|m0|m0M] : start|length@order sign (factor,offset) [min|max] "unit" receivers` */
export function parseSignal(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const message = draft.messages.at(-1);
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
  const receivers = readReceivers(cursor);
  if (cursor.failed) return;
  if (message === undefined) {
    cursor.problems.error("signalWithoutMessage", at, name);
    return;
  }
  addSignal(cursor, draft, message, {
    at,
    name,
    longName: null,
    comment: null,
    attributes: [],
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
    multiplexId: multiplexing.multiplexId,
    selector: null,
    ranges: [],
    values: NO_VALUES,
  });
}

/** One for all: most signals have none. */
const NO_VALUES: readonly ValueText[] = [];

function addSignal(cursor: Cursor, draft: Draft, message: MessageDraft, signal: SignalDraft): void {
  if (!hasUsableLayout(signal)) {
    cursor.problems.error("signalOutOfRange", signal.at, signal.name);
    return;
  }
  if (draft.signalCount >= MAX_SIGNALS) {
    cursor.problems.error("tooManySignals", signal.at, signal.name);
    return;
  }
  draft.signalCount++;
  if (message.signalByName.has(signal.name)) cursor.problems.warning("duplicateSignal", signal.at, signal.name);
  message.signals.push(signal);
  message.signalByName.set(signal.name, signal);
}

/** Far above what a payload can hold (1785 bytes), low enough to be safe arithmetic. */
const MAX_BITS = 1 << 20;

function hasUsableLayout(signal: SignalDraft): boolean {
  const { startBit, length, factor, offset } = signal;
  const isWhole = Number.isInteger(startBit) && Number.isInteger(length);
  const isInside = startBit >= 0 && startBit < MAX_BITS && length >= 1 && length < MAX_BITS;
  return isWhole && isInside && Number.isFinite(factor) && Number.isFinite(offset);
}

const NOT_MULTIPLEXED = { isMultiplexor: false, multiplexId: null as number | null };

function readMultiplexing(cursor: Cursor): typeof NOT_MULTIPLEXED {
  const word = cursor.token.text;
  const found = /^(?:M|m(\d{1,15})(M?))$/.exec(word);
  if (found === null) cursor.fail();
  else cursor.word();
  const id = found?.[1];
  return {
    isMultiplexor: word === "M" || found?.[2] === "M",
    multiplexId: id === undefined ? null : Number(id),
  };
}

/** `1+`; the two may stand apart. */
function readOrderAndSign(cursor: Cursor): string {
  const at = cursor.position();
  let word = cursor.word();
  if (word.length === 1 && cursor.isWord()) word += cursor.word();
  if (!/^[01][+-]$/.test(word)) cursor.failAt(at, word);
  return word;
}

/** The list ends with its line, for no mark does; commas are sometimes forgotten. */
function readReceivers(cursor: Cursor): string[] {
  const receivers: string[] = [];
  let isAfterComma = false;
  while (cursor.isWord() && !cursor.atSection && (isAfterComma || !cursor.token.startsLine)) {
    receivers.push(cursor.word());
    isAfterComma = cursor.optionalMark(",");
  }
  cursor.optionalMark(";");
  return receivers;
}

/** One message may be called with and without bit 31. */
function canonicalId(fileId: number): number {
  return fileIdOf(readFileId(fileId));
}

/** Runs `use` with the message and signal after the whole file is read; a name that never came is a warning. */
export function withSignal(
  cursor: Cursor,
  draft: Draft,
  reference: { at: Position; fileId: number; signal: string },
  use: (signal: SignalDraft, message: MessageDraft) => void,
): void {
  draft.later.push(() => {
    const message = draft.messageByFileId.get(canonicalId(reference.fileId));
    const signal = message?.signalByName.get(reference.signal);
    if (message === undefined) cursor.problems.warning("unknownMessage", reference.at, String(reference.fileId));
    else if (signal === undefined) cursor.problems.warning("unknownSignal", reference.at, reference.signal);
    else use(signal, message);
  });
}

export function withMessage(
  cursor: Cursor,
  draft: Draft,
  reference: { at: Position; fileId: number },
  use: (message: MessageDraft) => void,
): void {
  draft.later.push(() => {
    const message = draft.messageByFileId.get(canonicalId(reference.fileId));
    if (message === undefined) cursor.problems.warning("unknownMessage", reference.at, String(reference.fileId));
    else use(message);
  });
}
