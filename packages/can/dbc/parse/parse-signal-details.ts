import type { Draft } from "../edit/draft.ts";
import type { SelectorRange } from "../model.ts";
import type { Cursor } from "./cursor.ts";
import { withMessage, withSignal } from "./references.ts";

/** `BO_TX_BU_ id : node,node;` */
export function parseTransmitters(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const fileId = cursor.messageId();
  cursor.mark(":");
  const nodes = readCommaList(cursor);
  cursor.endStatement();
  if (cursor.failed) return;
  withMessage(cursor, draft, { at, fileId }, (message) => {
    message.otherTransmitters = message.otherTransmitters.concat(nodes);
  });
}

/** `SIG_GROUP_ id group repetitions : signal signal;` */
export function parseSignalGroup(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const fileId = cursor.messageId();
  const name = cursor.word();
  const repetitions = cursor.number();
  cursor.mark(":");
  const names = readCommaList(cursor);
  cursor.endStatement();
  if (cursor.failed) return;
  withMessage(cursor, draft, { at, fileId }, (message) => {
    const signals = names.map((signal) => message.signalByName.get(signal)).filter((signal) => signal !== undefined);
    for (const signal of names) {
      if (!message.signalByName.has(signal)) cursor.problems.warning("unknownSignal", at, signal);
    }
    // Names are read when the model is made: a long name may still come.
    draft.later.push(() => {
      message.signalGroups.push({ name, repetitions, signals: signals.map((s) => s.longName ?? s.name) });
    });
  });
}

/** `SIG_VALTYPE_ id signal : 1;` 1 is a float, 2 a double; the colon is sometimes missing. */
export function parseValueType(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const fileId = cursor.messageId();
  const name = cursor.word();
  cursor.optionalMark(":");
  const type = cursor.number();
  cursor.endStatement();
  if (cursor.failed || type === 0) return;
  withSignal(cursor, draft, { at, fileId, signal: name }, (signal) => {
    const wanted = type === 1 ? 32 : type === 2 ? 64 : 0;
    if (signal.length === wanted) signal.valueType = type === 1 ? "float" : "double";
    else cursor.problems.warning("floatLength", at, name);
  });
}

/** `SG_MUL_VAL_ id signal selector 0-0, 5-8;` */
export function parseExtendedMultiplexing(cursor: Cursor, draft: Draft): void {
  const at = cursor.position();
  const fileId = cursor.messageId();
  const name = cursor.word();
  const selectorName = cursor.word();
  const ranges = readRanges(cursor);
  cursor.endStatement();
  if (cursor.failed) return;
  withSignal(cursor, draft, { at, fileId, signal: name }, (signal, message) => {
    const selector = message.signalByName.get(selectorName);
    if (selector === undefined) {
      cursor.problems.warning("unknownSignal", at, selectorName);
      return;
    }
    selector.isMultiplexor = true;
    signal.selector = selector;
    signal.ranges = ranges;
  });
}

/** Each is tried for each frame. */
export const MAX_RANGES = 1024;

/** The words between two commas are joined, so `0 - 5` reads as `0-5`. */
function readRanges(cursor: Cursor): SelectorRange[] {
  const ranges: SelectorRange[] = [];
  do {
    const at = cursor.position();
    const word = cursor.words().join("");
    const found = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(word);
    if (found === null) cursor.failAt(at, word, "rangeExpected");
    const from = Number(found?.[1] ?? 0);
    ranges.push({ from, to: Number(found?.[2] ?? from) });
    if (ranges.length > MAX_RANGES) cursor.failAt(at, word, "tooManyRanges");
  } while (cursor.optionalMark(","));
  return ranges;
}

function readCommaList(cursor: Cursor): string[] {
  const words: string[] = [];
  while (cursor.isWord() && !cursor.atSection) {
    words.push(cursor.word());
    cursor.optionalMark(",");
  }
  return words;
}
