import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { EMPTY_FRAME_FORM, formOfSentFrame } from "@canopy/contract/frames/frame-form";
import { useCallback, useState } from "react";
import { framesToSend } from "../history/history-frames.ts";
import type { TableFrame } from "../table/table-frame.ts";
import type { FrameDraft } from "./SendPane.tsx";

/** Room for the changes of list items between two frames that are handed over. */
const DRAFT_STEP = 1000;

export interface SendDraft {
  readonly draft: FrameDraft;
  readonly frames: readonly SentFrame[];
  /** One frame becomes the form, several the list; error frames cannot be sent. */
  sendAgain(frames: readonly TableFrame[]): void;
  close(): void;
}

/** What the pane for sending starts with; that it is open stands in the address. */
export function useSendDraft(onSearch: (changes: Readonly<Record<string, number | undefined>>) => void): SendDraft {
  const [draft, setDraft] = useState<FrameDraft>({ key: 0, form: EMPTY_FRAME_FORM });
  const [frames, setFrames] = useState<readonly SentFrame[]>([]);
  const sendAgain = useCallback(
    (rows: readonly TableFrame[]) => {
      const sent = framesToSend(rows);
      const [first] = sent;
      if (!first) return;
      setFrames(sent.length > 1 ? sent : []);
      setDraft((old) => ({
        key: old.key + DRAFT_STEP,
        form: sent.length > 1 ? EMPTY_FRAME_FORM : formOfSentFrame(first),
      }));
      onSearch({ send: 1 });
    },
    [onSearch],
  );
  return { draft, frames, sendAgain, close: () => onSearch({ send: undefined }) };
}
