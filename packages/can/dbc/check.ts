import { byteSpan, bytesNeeded } from "../bytes/bits.ts";
import type { MessageDraft, SignalDraft } from "./draft.ts";
import { readFileId } from "./file-id.ts";
import { INDEPENDENT_SIGNALS_ID } from "./model.ts";
import type { ProblemList } from "./problem.ts";

/** J1939-21: the longest message a transport session carries. */
export const MAX_MESSAGE_LENGTH = 1785;

/** What a file may say and probably does not mean: warnings, the message is kept as it stands. */
export function checkMessages(messages: readonly MessageDraft[], problems: ProblemList): void {
  const names = new Set<string>();
  for (const message of messages) {
    checkIdentity(message, problems);
    if (names.has(message.name)) problems.warning("duplicateMessageName", message.at, message.name);
    names.add(message.name);
    if (message.fileId === INDEPENDENT_SIGNALS_ID) continue;
    for (const signal of message.signals) checkSignal(signal, message, problems);
    checkOverlaps(message, problems);
  }
}

function checkIdentity(message: MessageDraft, problems: ProblemList): void {
  const { fileId, length, name, at } = message;
  const { isDecodable, isExtended, id } = readFileId(fileId);
  if (!isDecodable && fileId !== INDEPENDENT_SIGNALS_ID) problems.warning("idOutOfRange", at, name);
  else if (isExtended && fileId === id) problems.warning("idWithoutExtendedBit", at, name);
  if (!Number.isInteger(length) || length < 0 || length > MAX_MESSAGE_LENGTH) {
    problems.warning("lengthOutOfRange", at, name);
  }
}

function checkSignal(signal: SignalDraft, message: MessageDraft, problems: ProblemList): void {
  if (bytesNeeded(fieldOf(signal)) > message.length) problems.warning("signalOutsideMessage", signal.at, signal.name);
  if (signal.factor === 0) problems.warning("zeroFactor", signal.at, signal.name);
}

/**
 * Two signals of one branch on the same bit. Each signal marks its bits once, in the map of its own branch and
 * against the plain signals, so the check stays linear in the bits.
 */
function checkOverlaps(message: MessageDraft, problems: ProblemList): void {
  const branches = new Map<string, Set<number>>();
  const plain = bitsOf(branches, "");
  for (const signal of [...message.signals].sort(plainFirst)) {
    if (signal.length > 64) continue;
    const own = bitsOf(branches, branchOf(signal));
    let isOverlapping = false;
    for (const bit of bitNumbers(signal)) {
      isOverlapping ||= plain.has(bit) || own.has(bit);
      own.add(bit);
    }
    if (isOverlapping) problems.warning("signalsOverlap", signal.at, signal.name);
  }
}

function plainFirst(a: SignalDraft, b: SignalDraft): number {
  return Number(a.selector !== null) - Number(b.selector !== null);
}

function branchOf(signal: SignalDraft): string {
  if (signal.selector === null) return "";
  return `${signal.selector.name} ${signal.ranges.map((range) => `${range.from}-${range.to}`).join()}`;
}

function bitsOf(branches: Map<string, Set<number>>, branch: string): Set<number> {
  const known = branches.get(branch);
  if (known !== undefined) return known;
  const bits = new Set<number>();
  branches.set(branch, bits);
  return bits;
}

/** The payload bits of a signal, numbered as the DBC numbers them. */
function* bitNumbers(signal: SignalDraft): Iterable<number> {
  const field = fieldOf(signal);
  const { first, count, shift } = byteSpan(field);
  for (let k = 0; k < signal.length; k++) {
    const bit = shift + k;
    const byte = signal.isIntel ? first + (bit >> 3) : first + count - 1 - (bit >> 3);
    yield byte * 8 + (bit & 7);
  }
}

function fieldOf(signal: SignalDraft) {
  const { startBit, length, isIntel } = signal;
  return { startBit, length, byteOrder: isIntel ? ("intel" as const) : ("motorola" as const) };
}
