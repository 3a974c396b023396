import { MAX_SENT_FRAMES } from "@canopy/contract/device-link/limits";
import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { type FrameForm, formOfSentFrame } from "@canopy/contract/frames/frame-form";
import { ONCE, type Repeat } from "./repeat.ts";

/** A list as it is being edited. */
export interface ListDraft {
  readonly name: string;
  readonly frames: readonly SentFrame[];
  readonly repeat: Repeat;
}

/** The item that a form changes, wherever it stands meanwhile. */
interface ItemChange {
  readonly at: number;
  readonly form: FrameForm;
  /** Another one for each change, of whatever list: a form shown before does not stand for it. */
  readonly key: number;
}

/** What is being made of a list. */
export interface ListWork {
  readonly draft: ListDraft;
  /** As it was begun with, loaded or saved last: so much is not lost. */
  readonly kept: ListDraft;
  readonly editing: ItemChange | null;
}

export const EMPTY_LIST: ListDraft = { name: "", frames: [], repeat: ONCE };

/** A list of its own: from the server, a file or a table. */
export const begunWith = (draft: ListDraft): ListWork => ({ draft, kept: draft, editing: null });

/** Words alone are no work: without frames there is no list. */
export const isUnsaved = ({ draft, kept }: ListWork): boolean =>
  draft.frames.length > 0 && JSON.stringify(draft) !== JSON.stringify(kept);

/** What the list was when it was saved; another list may have been loaded since. */
export const savedAs = (work: ListWork, then: ListWork): ListWork =>
  work.kept === then.kept ? { ...work, kept: then.draft } : work;

export const withWords = (work: ListWork, words: Partial<Pick<ListDraft, "name" | "repeat">>): ListWork => ({
  ...work,
  draft: { ...work.draft, ...words },
});

export const isFull = ({ draft }: ListWork): boolean => draft.frames.length >= MAX_SENT_FRAMES;

export const withFrame = (work: ListWork, frame: SentFrame): ListWork =>
  isFull(work) ? work : withFrames(work, [...work.draft.frames, frame]);

let changes = 0;

export function changing(work: ListWork, at: number): ListWork {
  const frame = work.draft.frames[at];
  if (!frame) return work;
  changes += 1;
  return { ...work, editing: { at, form: formOfSentFrame(frame), key: changes } };
}

export const unchanged = (work: ListWork): ListWork => ({ ...work, editing: null });

/** The changed item goes to its place. */
export function putBack(work: ListWork, frame: SentFrame): ListWork {
  const { editing, draft } = work;
  return editing ? unchanged(withFrames(work, draft.frames.with(editing.at, frame))) : work;
}

export function without(work: ListWork, at: number): ListWork {
  const left = withFrames(work, work.draft.frames.toSpliced(at, 1));
  return moveChange(left, (was) => (was === at ? null : was > at ? was - 1 : was));
}

export function movedUp(work: ListWork, at: number): ListWork {
  const { frames } = work.draft;
  const [frame, above] = [frames[at], frames[at - 1]];
  if (!frame || !above) return work;
  const moved = withFrames(work, frames.with(at - 1, frame).with(at, above));
  return moveChange(moved, (was) => (was === at ? at - 1 : was === at - 1 ? at : was));
}

function withFrames(work: ListWork, frames: readonly SentFrame[]): ListWork {
  return { ...work, draft: { ...work.draft, frames } };
}

/** The change follows its item, and ends with it. */
function moveChange(work: ListWork, place: (at: number) => number | null): ListWork {
  const at = work.editing ? place(work.editing.at) : null;
  return { ...work, editing: work.editing && at !== null ? { ...work.editing, at } : null };
}
