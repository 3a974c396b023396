import type { Transmission } from "@canopy/contract/devices/transmissions";
import { Square } from "lucide-react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { sentFrameText } from "./sent-frame-text.ts";
import styles from "./transmission.module.css";
import { paceWords, pageWords, transmittedFrames } from "./transmission-words.ts";

const SHOWN_FRAMES = 8;

interface TransmissionFactsProps {
  transmission: Transmission;
  busy: boolean;
  denied: string | undefined;
  onStop(): void;
}

/** One list: what, by whom, since when, how often, and its own stop. */
export function TransmissionFacts({ transmission, busy, denied, onStop }: TransmissionFactsProps) {
  const t = useText();
  const { frames, repeat, sent, user_name, since } = transmission;
  return (
    <section>
      {frames.slice(0, SHOWN_FRAMES).map((frame, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same frame may stand there twice
        <div key={i} className={styles.frame}>
          {sentFrameText(frame)}
        </div>
      ))}
      {frames.length > SHOWN_FRAMES && <div className={styles.frame}>… +{frames.length - SHOWN_FRAMES}</div>}
      <dl className={styles.facts}>
        <dt>{t("frames.transmission.by")}</dt>
        <dd>{user_name ?? t("frames.transmission.unknownUser")}</dd>
        <dt>{t("frames.transmission.page")}</dt>
        <dd>{pageWords(transmission, t)}</dd>
        <dt>{t("frames.transmission.since")}</dt>
        <dd>
          <TimeText at={since} withZone />
        </dd>
        {repeat !== 1 && (
          <>
            <dt>{t("frames.transmission.pace")}</dt>
            <dd>{paceWords(transmission, t)}</dd>
          </>
        )}
        <dt>{t("frames.transmission.count")}</dt>
        <dd>{sent === null ? t("frames.transmission.notCounted") : formatNumber(sent)}</dd>
        <dt>{t("frames.transmission.times")}</dt>
        <dd>{repeat === 0 ? t("frames.transmission.untilStopped") : formatNumber(repeat)}</dd>
      </dl>
      <Button icon={Square} busy={busy} denied={denied} onClick={onStop}>
        {t("frames.transmission.stopOne", { what: transmittedFrames(transmission, t) })}
      </Button>
    </section>
  );
}
