import { byteSpan, bytesNeeded } from "../../bytes/bits.ts";
import { INDEPENDENT_SIGNALS_ID } from "../model.ts";
import type { ProblemList } from "../parse/problem.ts";
import type { MessageDraft, SignalDraft } from "./draft.ts";
import { readFileId } from "./file-id.ts";

/** J1939-21: the longest message a transport session carries. */
export const MAX_MESSAGE_LENGTH = 1785;

/** Statements of a file that are probably not meant: warnings, the message is kept unchanged. */
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
 * against the plain signals, so the check stays linear in the bytes.
 */
function checkOverlaps(message: MessageDraft, problems: ProblemList): void {
  const plain: number[] = [];
  const branches = new Map<string, number[]>();
  for (const signal of message.signals) {
    if (!isBranch(signal) && marksTaken(signal, plain, plain)) {
      problems.warning("signalsOverlap", signal.at, signal.name);
    }
  }
  for (const signal of message.signals) {
    if (!isBranch(signal)) continue;
    const branch = branchOf(signal);
    const own = branches.get(branch) ?? [];
    branches.set(branch, own);
    if (marksTaken(signal, own, plain)) problems.warning("signalsOverlap", signal.at, signal.name);
  }
}

function isBranch(signal: SignalDraft): boolean {
  return signal.selector !== null || signal.isDependent;
}

function branchOf(signal: SignalDraft): string {
  return `${signal.selector?.name} ${signal.ranges.map((range) => `${range.from}-${range.to}`).join()}`;
}

/** Marks the signal's bits in `own`, a mask for each byte; true where one was taken there or in `plain`. */
function marksTaken(signal: SignalDraft, own: number[], plain: readonly number[]): boolean {
  if (signal.length > 64) return false;
  const { first, count, shift } = byteSpan(fieldOf(signal));
  let isTaken = false;
  for (let k = 0; k < count; k++) {
    const at = signal.isIntel ? first + k : first + count - 1 - k;
    const from = Math.max(0, shift - 8 * k);
    const to = Math.min(8, shift + signal.length - 8 * k);
    const mask = (0xff >> (8 - to)) & (0xff << from);
    isTaken ||= (((own[at] ?? 0) | (plain[at] ?? 0)) & mask) !== 0;
    own[at] = (own[at] ?? 0) | mask;
  }
  return isTaken;
}

function fieldOf(signal: SignalDraft) {
  const { startBit, length, isIntel } = signal;
  return { startBit, length, byteOrder: isIntel ? ("intel" as const) : ("motorola" as const) };
}
