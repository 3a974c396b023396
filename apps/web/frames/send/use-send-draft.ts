import { MAX_SENT_FRAMES } from "@canopy/contract/device-link/limits";
import { EMPTY_FRAME_FORM, formOfSentFrame } from "@canopy/contract/frames/frame-form";
import { useCallback, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { framesToSend } from "../history/history-frames.ts";
import type { TableFrame } from "../table/table-frame.ts";
import type { FrameDraft } from "./FrameForms.tsx";
import { replaceList, useHeldList } from "./HeldList.tsx";
import { EMPTY_LIST, unchanged } from "./list-work.ts";

/** What was handed to the pane last. */
export interface HandedFrames {
  /** Another number is another hand-over. */
  readonly count: number;
  /** Where it is shown. */
  readonly part: "frame" | "list";
  readonly draft: FrameDraft;
}

export interface SendDraft {
  readonly handed: HandedFrames;
  /** One frame becomes the form, several the list; error frames cannot be sent. */
  sendAgain(frames: readonly TableFrame[]): void;
  close(): void;
}

const NOTHING: HandedFrames = { count: 0, part: "frame", draft: { key: 0, form: EMPTY_FRAME_FORM } };

/** What the pane for sending was handed; that it is open stands in the address. */
export function useSendDraft(onSearch: (changes: Readonly<Record<string, number | undefined>>) => void): SendDraft {
  const t = useText();
  const held = useHeldList();
  const [handed, setHanded] = useState(NOTHING);
  const sendAgain = useCallback(
    (rows: readonly TableFrame[]) => {
      const sent = framesToSend(rows).slice(0, MAX_SENT_FRAMES);
      const [first] = sent;
      if (!first) return;
      if (sent.length > 1) {
        replaceList(held, { ...EMPTY_LIST, frames: sent }, t);
        setHanded(({ count, draft }) => ({ count: count + 1, part: "list", draft }));
      } else {
        // The form is for this frame now.
        held.set(unchanged(held.get()));
        const form = formOfSentFrame(first);
        setHanded(({ count }) => ({ count: count + 1, part: "frame", draft: { key: count + 1, form } }));
      }
      onSearch({ send: 1 });
    },
    [held, onSearch, t],
  );
  return { handed, sendAgain, close: () => onSearch({ send: undefined }) };
}
