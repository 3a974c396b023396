import { type HexProblem, parseHex } from "../bytes/hex.ts";
import { failure, type Result, success } from "../bytes/result.ts";
import {
  dlcOfSize,
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  type Frame,
  sizeOfDlc,
} from "./frame.ts";
import { type IdProblem, idProblem } from "./id.ts";

export const MAX_CHANNEL = 255;
const KNOWN_FLAGS = 0x7f;

export type FrameProblem =
  | IdProblem
  | HexProblem
  | "canLengthOutOfRange"
  | "fdLengthNotAllowed"
  | "fdRemote"
  | "fdFlagsWithoutFd"
  | "dataLengthMismatch"
  | "channelOutOfRange"
  | "timeNotWhole"
  | "unknownFlags";

/** Every rule of spec §5 that the frame breaks; none: the frame could have been on a bus. */
export function frameProblems(frame: Frame): FrameProblem[] {
  const problems: FrameProblem[] = [];
  const add = (problem: FrameProblem | null) => {
    if (problem !== null) problems.push(problem);
  };
  add(idProblem(frame.id, frame.flags & FLAG_EXTENDED ? "extended" : "standard"));
  add(flagsProblem(frame.flags));
  add(lengthProblem(frame.size, frame.flags));
  add(frame.data.length === payloadSize(frame) ? null : "dataLengthMismatch");
  add(isWholeUpTo(frame.channel, MAX_CHANNEL) ? null : "channelOutOfRange");
  add(Number.isSafeInteger(frame.timeUs) ? null : "timeNotWhole");
  return problems;
}

/** CAN length 0-8; CAN FD 0-8, 12, 16, 20, 24, 32, 48 or 64. */
export function lengthProblem(
  size: number,
  flags: number,
): Extract<FrameProblem, "canLengthOutOfRange" | "fdLengthNotAllowed"> | null {
  const isFd = (flags & FLAG_FD) !== 0;
  if (isWholeUpTo(size, 64) && sizeOfDlc(dlcOfSize(size), isFd) === size) return null;
  return isFd ? "fdLengthNotAllowed" : "canLengthOutOfRange";
}

/** Data typed as hex, checked for the kind of frame it is meant for. */
export function parseFrameData(text: string, flags: number): Result<Uint8Array<ArrayBuffer>, FrameProblem> {
  const bytes = parseHex(text);
  if (!bytes.ok) return bytes;
  const problem = lengthProblem(bytes.value.length, flags);
  return problem === null ? success(bytes.value) : failure(problem);
}

function flagsProblem(flags: number): FrameProblem | null {
  if ((flags & ~KNOWN_FLAGS) !== 0) return "unknownFlags";
  if (flags & FLAG_FD) return flags & FLAG_REMOTE ? "fdRemote" : null;
  // An error frame may keep the bits of the frame that it destroyed.
  return flags & (FLAG_BRS | FLAG_ESI) && !(flags & FLAG_ERROR) ? "fdFlagsWithoutFd" : null;
}

function payloadSize(frame: Frame): number {
  return frame.flags & FLAG_REMOTE ? 0 : frame.size;
}

function isWholeUpTo(value: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= maximum;
}
