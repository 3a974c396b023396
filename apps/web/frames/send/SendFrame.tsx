import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import type { Thing } from "@canopy/contract/devices/thing";
import { type FrameForm, formOfSentFrame, frameForm, sentFrameOf } from "@canopy/contract/frames/frame-form";
import { ListPlus, Send, Square } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { FrameFields } from "./FrameFields.tsx";
import { readPastedFrame } from "./pasted-frames.ts";
import { RepeatFields } from "./RepeatFields.tsx";
import { ONCE, planOf } from "./repeat.ts";
import styles from "./send.module.css";
import { sentFrameText } from "./sent-frame-text.ts";
import type { Sender } from "./use-sender.ts";

interface SendFrameProps {
  device: Thing;
  initial: FrameForm;
  channels: readonly number[];
  sender: Sender;
  denied: string | undefined;
  /** Of the button that gives the frame to the list. */
  takeText: string;
  onTake(frame: SentFrame): void;
}

/** One frame: once, or again and again until it is stopped. */
export function SendFrame({ initial, channels, sender, denied, takeText, onTake }: SendFrameProps) {
  const t = useText();
  const [repeat, setRepeat] = useState(ONCE);
  const form = useContractForm(frameForm, {
    initial,
    submit: (values) => {
      const plan = planOf(repeat);
      const frame = sentFrameOf(values);
      if (plan) void sender.send(sentFrameText(frame), { frames: [{ ...frame, delay_ms: 0 }], ...plan });
    },
  });
  const paste = (text: string) => {
    const frame = readPastedFrame(text, form.values.channel);
    if (!frame) return false;
    for (const [field, value] of Object.entries(formOfSentFrame(frame))) form.set(field as keyof FrameForm, value);
    return true;
  };
  return (
    <form noValidate onSubmit={form.onSubmit} className={styles.sendBody}>
      <FrameFields form={form} channels={channels} onPaste={paste} />
      <RepeatFields value={repeat} onChange={setRepeat} />
      <div className={styles.sendActions}>
        <Button type="submit" kind="main" icon={Send} busy={sender.busy} denied={denied}>
          {t("frames.send.send")}
        </Button>
        <Button icon={Square} denied={denied} onClick={() => void sender.stop()}>
          {t("frames.send.stop")}
        </Button>
        <Button
          icon={ListPlus}
          onClick={(event) => {
            const checked = frameForm.safeParse(form.values);
            // What is wrong is said where it stands.
            if (checked.success) onTake(sentFrameOf(checked.data));
            else event.currentTarget.form?.requestSubmit();
          }}
        >
          {takeText}
        </Button>
      </div>
    </form>
  );
}
