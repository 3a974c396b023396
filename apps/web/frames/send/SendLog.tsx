import type { Transmission } from "@canopy/contract/devices/transmissions";
import { formatNumber } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import styles from "./send.module.css";
import { type SendEntry, sendLog } from "./send-log.ts";
import "./transmission-texts.ts";
import { useTransmissions } from "./use-transmissions.ts";

/** Each command with its result, newest first. */
export function SendLog({ thingsId }: { thingsId: string }) {
  const t = useText();
  const formats = useTimeFormats();
  const entries = useStore(sendLog(thingsId));
  const list = useTransmissions(thingsId);
  if (entries.length === 0) return null;
  return (
    <section aria-label={t("frames.send.log")} className={styles.sendLog} role="log">
      {entries.map((entry) => {
        const running = list.find(({ id }) => id === entry.transmission);
        return (
          <div key={entry.key} className={styles.sendEntry} data-state={running ? "running" : entry.state}>
            <span>{formats.time(entry.atMs).slice(11)}</span>
            <span className={styles.sendText}>{entry.label}</span>
            <span className={styles.sendResult}>{resultText(entry, running, t)}</span>
          </div>
        );
      })}
    </section>
  );
}

/** A cyclic send and a long list are not done with their answer: they go on until they have ended. */
function resultText({ state, text, transmission }: SendEntry, running: Transmission | undefined, t: Translate): string {
  if (state === "sending") return t("frames.send.waiting");
  if (transmission === undefined) return text;
  if (!running) return t("frames.transmission.ended");
  const words = t(running.repeat === 1 ? "frames.transmission.runningOnce" : "frames.transmission.running");
  if (running.sent === null) return words;
  return `${words} · ${t("frames.transmission.sent", { count: formatNumber(running.sent) })}`;
}
