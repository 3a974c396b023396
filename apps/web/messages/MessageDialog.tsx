import type { UserMessage } from "@canopy/contract/messages/messages";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { deviceOfLink } from "./device-of-link.ts";
import { Markup } from "./Markup.tsx";
import styles from "./messages.module.css";

interface MessageDialogProps {
  message: UserMessage | undefined;
  /** "1 of 2" in a sequence of messages. */
  place?: string;
  onClose(): void;
}

/** A whole message with the link to its object. */
export function MessageDialog({ message, place, onClose }: MessageDialogProps) {
  const t = useText();
  return (
    <Dialog
      open={message !== undefined}
      title={message?.messageTitle ?? ""}
      width={560}
      onClose={onClose}
      footer={
        <>
          {message?.link && (
            <a href={message.link} onClick={onClose}>
              {t("messages.bell.go")}
            </a>
          )}
          <Button kind="main" onClick={onClose}>
            {t("messages.bell.close")}
          </Button>
        </>
      }
    >
      {message && (
        <>
          <p className={styles.about}>
            <span>{t(`messages.type.${message.messageType}`)}</span>
            <TimeText at={message.send_time} of={deviceOfLink(message.link)} />
            {place && <span>{place}</span>}
          </p>
          <Markup content={message.messageContent} />
        </>
      )}
    </Dialog>
  );
}
