import type { Draft, MessageDraft, SignalDraft } from "../edit/draft.ts";
import { fileIdOf, readFileId } from "../edit/file-id.ts";
import type { Cursor } from "./cursor.ts";
import type { Position } from "./problem.ts";

/** One message may be called with and without bit 31. */
export function canonicalId(fileId: number): number {
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
