import type { Draft, MessageDraft } from "../edit/draft.ts";
import type { Cursor } from "./cursor.ts";
import type { ProblemList } from "./problem.ts";
import { canonicalId } from "./references.ts";

/** Beyond this a file is not read: no bus has that many, and a page must stay usable. */
export const MAX_MESSAGES = 50_000;

/** `BO_ id name: length transmitter`, the `SG_` lines follow as statements of their own. */
export function parseMessage(cursor: Cursor, draft: Draft): void {
  // Of a message that cannot be read the signals must not fall to the one before.
  draft.current = null;
  const at = cursor.position();
  const fileId = cursor.messageId();
  const name = cursor.word();
  cursor.mark(":");
  const length = cursor.number();
  const transmitter = cursor.isWord() && !cursor.token.startsLine ? cursor.word() : "";
  cursor.optionalMark(";");
  if (cursor.failed) return;
  addMessage(cursor.problems, draft, { at, name, fileId, length, transmitter });
}

/** The signals that follow are its own. */
export function addMessage(
  problems: ProblemList,
  draft: Draft,
  head: Pick<MessageDraft, "at" | "name" | "fileId" | "length" | "transmitter">,
): MessageDraft | null {
  const { at, name } = head;
  if (draft.messages.length >= MAX_MESSAGES) {
    problems.refuse("tooManyMessages", at, `> ${MAX_MESSAGES}`);
    return null;
  }
  const message: MessageDraft = {
    ...head,
    longName: null,
    comment: null,
    attributes: [],
    otherTransmitters: [],
    signals: [],
    signalGroups: [],
    signalByName: new Map(),
  };
  draft.messages.push(message);
  draft.current = message;
  const id = canonicalId(head.fileId);
  if (draft.messageByFileId.has(id)) problems.warning("duplicateMessageId", at, name);
  draft.messageByFileId.set(id, message);
  return message;
}
