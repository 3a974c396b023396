import "./send-texts.ts";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { MAX_SENT_FRAMES } from "@canopy/contract/device-link/limits";
import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import { type FrameForm, formOfSentFrame } from "@canopy/contract/frames/frame-form";
import { X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useSendingDenied } from "../../devices/sending/sending-rule.ts";
import { useText } from "../../platform/i18n.ts";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { ONCE } from "./RepeatFields.tsx";
import { SendFrame } from "./SendFrame.tsx";
import { type ListDraft, SendList } from "./SendList.tsx";
import { SendLog } from "./SendLog.tsx";
import styles from "./send.module.css";
import { useSender } from "./use-sender.ts";

/** Few send by signals: its code is fetched when it is asked for. */
const SendMessage = lazy(() => import("../send-message/SendMessage.tsx"));

/** What the form starts with; a new key starts it anew. */
export interface FrameDraft {
  key: number;
  form: FrameForm;
}

interface SendPaneProps {
  device: Thing;
  draft: FrameDraft;
  /** Frames that the list begins with. */
  frames?: readonly SentFrame[];
  onClose(): void;
  /** There is no room beside the table: it floats. */
  floating: boolean;
}

/** DEV-06: sending, beside the frames that come back. */
export function SendPane(props: SendPaneProps) {
  const t = useText();
  if (props.floating) {
    return (
      <Dialog open drawer title={t("frames.send.title")} onClose={props.onClose}>
        <SendParts {...props} />
      </Dialog>
    );
  }
  return (
    <section className={styles.sendPane} aria-label={t("frames.send.title")}>
      <header className={styles.sendHead}>
        <h2>{t("frames.send.title")}</h2>
        <IconButton icon={X} label={t("ui.action.close")} onClick={props.onClose} />
      </header>
      <SendParts {...props} />
    </section>
  );
}

const EMPTY_LIST: ListDraft = { name: "", frames: [], repeat: ONCE };

function SendParts({ device, draft: given, frames = [] }: SendPaneProps) {
  const t = useText();
  const sender = useSender(device);
  const [part, setPart] = useState<"frame" | "message" | "list">(frames.length > 0 ? "list" : "frame");
  const [list, setList] = useState<ListDraft>({ ...EMPTY_LIST, frames: frames.slice(0, MAX_SENT_FRAMES) });
  const [editing, setEditing] = useState<number | null>(null);
  const [edited, setEdited] = useState<FrameDraft | null>(null);
  // An item that is being changed stays in the form until another frame is handed over.
  const draft = edited && edited.key > given.key ? edited : given;
  const ruledOut = useSendingDenied();
  const denied = deniedOn(device, sendCommand) ?? ruledOut;
  const own = device.channel_enable.map((_, i) => FIRST_CHANNEL.can + i);
  const channels = [...new Set([...own, draft.form.channel])].sort((a, b) => a - b);

  const add = (frame: SentFrame) => {
    const isNew = editing === null || editing >= list.frames.length;
    if (isNew && list.frames.length >= MAX_SENT_FRAMES) {
      addNote({ tone: "ordinary", text: t("frames.list.full", { limit: MAX_SENT_FRAMES }) });
      return;
    }
    setList({ ...list, frames: isNew ? [...list.frames, frame] : list.frames.with(editing, frame) });
    setEditing(null);
    setPart("list");
  };
  return (
    <>
      <div className={styles.sendBody}>
        {denied && <Banner level="tip">{denied}</Banner>}
        {!device.online && <Banner level="ordinary">{t("frames.send.offline")}</Banner>}
        <Segmented
          label={t("frames.send.title")}
          options={[
            { value: "frame", label: t("frames.send.one") },
            { value: "message", label: t("frames.send.message") },
            { value: "list", label: t("frames.send.list", { count: list.frames.length }) },
          ]}
          value={part}
          onChange={setPart}
        />
      </div>
      {part === "frame" ? (
        <SendFrame
          key={draft.key}
          device={device}
          initial={draft.form}
          channels={channels}
          sender={sender}
          denied={denied}
          onAdd={add}
        />
      ) : part === "message" ? (
        <Suspense fallback={<Skeleton rows={4} columns={2} />}>
          <SendMessage channels={own} sender={sender} denied={denied} onAdd={add} />
        </Suspense>
      ) : (
        <SendList
          device={device}
          draft={list}
          onDraft={setList}
          onEdit={(frame, at) => {
            setEditing(at);
            const form = formOfSentFrame(frame);
            setEdited({ key: Math.max(draft.key, given.key) + 1, form });
            setPart("frame");
          }}
          sender={sender}
          denied={denied}
        />
      )}
      <div className={styles.sendBody}>
        <SendLog thingsId={device.id} />
      </div>
    </>
  );
}
