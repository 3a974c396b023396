import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import styles from "./frames.module.css";
import { sendLog } from "./send-log.ts";

/** Each command with its result, newest first. */
export function SendLog({ thingsId }: { thingsId: string }) {
  const t = useText();
  const formats = useTimeFormats();
  const entries = useStore(sendLog(thingsId));
  if (entries.length === 0) return null;
  return (
    <section aria-label={t("frames.send.log")} className={styles.sendLog} role="log">
      {entries.map(({ key, atMs, label, state, text }) => (
        <div key={key} className={styles.sendEntry} data-state={state}>
          <span>{formats.time(atMs).slice(11)}</span>
          <span className={styles.sendText}>{label}</span>
          <span className={styles.sendResult}>{state === "sending" ? t("frames.send.waiting") : text}</span>
        </div>
      ))}
    </section>
  );
}
