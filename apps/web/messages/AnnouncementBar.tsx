import "./texts.ts";
import { updateNotice } from "@canopy/contract/messages/messages";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { addNote } from "../ui/float/notes.ts";
import { AnnouncementLine } from "./AnnouncementLine.tsx";
import { closedNotices } from "./closed-notices.ts";
import { Markup } from "./Markup.tsx";
import { NOTICES_KEY, noticesQuery, type Reader } from "./message-queries.ts";
import styles from "./messages.module.css";

interface AnnouncementBarProps {
  reader: Reader;
  /** Identifies the sign-in: an announcement closed "for now" comes back with the next one. */
  sessionId: string;
}

/** NAV-09: the newest announcement in one line below the header; a click shows all of it. */
export function AnnouncementBar({ reader, sessionId }: AnnouncementBarProps) {
  const t = useText();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const closed = useStore(closedNotices);
  const { data } = useQuery(noticesQuery(reader));
  const notice = data?.list.find(({ id, content }) => content.trim() !== "" && !closed.has(sessionId, id));
  const hide = useMutation({
    mutationFn: (notice_id: string) =>
      api(updateNotice, { body: { notice_id, user_id: reader.userId, noLongerShow: true } }),
    onError: (error) => addNote({ tone: "ordinary", text: troubleOf(error).text }),
    onSuccess: () => client.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
  if (!notice) return null;
  const closeForNow = () => {
    setIsOpen(false);
    closedNotices.set(closed.with(sessionId, notice.id));
  };
  const hideForGood = () => {
    setIsOpen(false);
    hide.mutate(notice.id);
  };
  return (
    <section className={styles.bar} aria-label={t("messages.notice.label")}>
      <div className={styles.barLine}>
        <button type="button" className={styles.barText} onClick={() => setIsOpen(true)}>
          <AnnouncementLine {...notice} />
        </button>
        <button type="button" className={styles.barLink} onClick={closeForNow}>
          {t("messages.notice.close")}
        </button>
        <button type="button" className={styles.barLink} onClick={hideForGood}>
          {t("messages.notice.hide")}
        </button>
      </div>
      <Dialog
        open={isOpen}
        title={notice.title}
        width={560}
        onClose={() => setIsOpen(false)}
        footer={
          <>
            <Button onClick={hideForGood}>{t("messages.notice.hide")}</Button>
            <Button kind="main" onClick={closeForNow}>
              {t("messages.notice.close")}
            </Button>
          </>
        }
      >
        <Markup content={notice.content} />
      </Dialog>
    </section>
  );
}
