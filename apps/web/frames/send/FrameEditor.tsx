import "./frame-edit-texts.ts";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { MAX_SENT_FRAMES } from "@canopy/contract/device-link/limits";
import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import { EMPTY_FRAME_FORM, formOfSentFrame } from "@canopy/contract/frames/frame-form";
import { useState } from "react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import styles from "./frame-edit.module.css";
import { ONCE } from "./RepeatFields.tsx";
import { SendFrame } from "./SendFrame.tsx";
import { type ListDraft, SendList } from "./SendList.tsx";
import { SendLog } from "./SendLog.tsx";
import type { FrameDraft } from "./SendPane.tsx";
import { useSender } from "./use-sender.ts";

const EMPTY_LIST: ListDraft = { name: "", frames: [], repeat: ONCE };

/** STA-04: frames of a device edited as a list, checked, sent or saved; the list and one of its frames side by side. */
export function FrameEditor({ device }: { device: Thing }) {
  const t = useText();
  const sender = useSender(device);
  const [list, setList] = useState<ListDraft>(EMPTY_LIST);
  const [editing, setEditing] = useState<number | null>(null);
  const [draft, setDraft] = useState<FrameDraft>({ key: 0, form: EMPTY_FRAME_FORM });
  const denied = deniedOn(device, sendCommand);
  const own = device.channel_enable.map((_, i) => FIRST_CHANNEL.can + i);
  const channels = [...new Set([...own, draft.form.channel])].sort((a, b) => a - b);
  const changing = editing !== null && editing < list.frames.length ? editing : null;

  const take = (frame: SentFrame) => {
    if (changing === null && list.frames.length >= MAX_SENT_FRAMES) {
      addNote({ tone: "ordinary", text: t("frames.edit.full", { limit: MAX_SENT_FRAMES }) });
      return;
    }
    setList({ ...list, frames: changing === null ? [...list.frames, frame] : list.frames.with(changing, frame) });
    setEditing(null);
  };
  return (
    <div className={styles.page}>
      {denied && <Banner level="tip">{denied}</Banner>}
      {!device.online && <Banner level="ordinary">{t("frames.edit.offline")}</Banner>}
      <div className={styles.split}>
        <Card title={t("frames.edit.list")}>
          <SendList
            device={device}
            draft={list}
            onDraft={setList}
            onEdit={(frame, at) => {
              setEditing(at);
              setDraft(({ key }) => ({ key: key + 1, form: formOfSentFrame(frame) }));
            }}
            sender={sender}
            denied={denied}
          />
        </Card>
        <div className={styles.page}>
          <Card title={changing === null ? t("frames.edit.new") : t("frames.edit.item", { n: changing + 1 })}>
            <SendFrame
              key={draft.key}
              device={device}
              initial={draft.form}
              channels={channels}
              sender={sender}
              denied={denied}
              onAdd={take}
            />
          </Card>
          <Card>
            <SendLog thingsId={device.id} />
          </Card>
        </div>
      </div>
    </div>
  );
}
