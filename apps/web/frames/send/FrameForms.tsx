import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { MAX_SENT_FRAMES } from "@canopy/contract/device-link/limits";
import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import type { Thing } from "@canopy/contract/devices/thing";
import type { FrameForm } from "@canopy/contract/frames/frame-form";
import { Activity } from "react";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { addNote } from "../../ui/float/notes.ts";
import { useHeldList } from "./HeldList.tsx";
import { isFull, putBack, withFrame } from "./list-work.ts";
import { SendFrame } from "./SendFrame.tsx";
import type { Sender } from "./use-sender.ts";

/** What the form of a new frame starts with; a new key starts it anew. */
export interface FrameDraft {
  readonly key: number;
  readonly form: FrameForm;
}

interface FrameFormsProps {
  device: Thing;
  draft: FrameDraft;
  sender: Sender;
  denied: string | undefined;
  /** A frame went into the list. */
  onTaken?(): void;
}

export const ownChannels = ({ channel_enable }: Thing) => channel_enable.map((_, i) => FIRST_CHANNEL.can + i);

/** The form of a new frame, which waits while an item of the list is changed in a form of its own. */
export function FrameForms({ device, draft, sender, denied, onTaken }: FrameFormsProps) {
  const t = useText();
  const held = useHeldList();
  const { editing } = useStore(held);
  const add = useAddToList();
  const common = { device, sender, denied };
  const channelsFor = ({ channel }: FrameForm) => [...new Set([...ownChannels(device), channel])].sort((a, b) => a - b);
  return (
    <>
      {editing && (
        <SendFrame
          {...common}
          key={editing.key}
          initial={editing.form}
          channels={channelsFor(editing.form)}
          takeText={t("frames.list.putBack")}
          onTake={(frame) => {
            held.set(putBack(held.get(), frame));
            onTaken?.();
          }}
        />
      )}
      <Activity mode={editing ? "hidden" : "visible"}>
        <SendFrame
          {...common}
          key={draft.key}
          initial={draft.form}
          channels={channelsFor(draft.form)}
          takeText={t("frames.send.addToList")}
          onTake={(frame) => {
            if (add(frame)) onTaken?.();
          }}
        />
      </Activity>
    </>
  );
}

/** Adds to the held list; false: it is full, which is told. */
export function useAddToList(): (frame: SentFrame) => boolean {
  const t = useText();
  const held = useHeldList();
  return (frame) => {
    const work = held.get();
    if (isFull(work)) {
      addNote({ tone: "ordinary", text: t("frames.list.full", { limit: MAX_SENT_FRAMES }) });
      return false;
    }
    held.set(withFrame(work, frame));
    return true;
  };
}
