import type { Rollout } from "@canopy/contract/firmware/rollouts";
import { useText } from "../platform/i18n.ts";
import { TimeText } from "../ui/time/TimeText.tsx";
import styles from "./firmware.module.css";
import { goesOnText, sizeText, stopText } from "./StepWaves.tsx";

/** One beside the other: how far each is, and what it waits for. */
export function WaveStrip({ rollout }: { rollout: Rollout }) {
  const t = useText();
  const { waves, wave: current, window, next_wave_time } = rollout;
  return (
    <ol className={styles.strip} aria-label={t("firmware.view.waves")}>
      {waves.map((wave, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its number is what a wave is known by
        <li key={i} aria-current={i === current ? "step" : undefined}>
          <p className={styles.waveHead}>
            <strong>{t("firmware.wave.name", { number: i + 1 })}</strong> <span>{sizeText(wave, t)}</span>
            <span className={styles.waveCount}>{t("firmware.wave.devices", { count: wave.counts.total })}</span>
          </p>
          <WaveBar counts={wave.counts} />
          <p>{t("firmware.wave.counts", wave.counts)}</p>
          <p className={styles.rule}>
            {stopText(wave, t)} · {goesOnText(wave, i === waves.length - 1, t)}
          </p>
          {window && i >= current && <p className={styles.rule}>{`${window.from}-${window.to} ${window.time_zone}`}</p>}
          {i === current && next_wave_time !== null && (
            <p className={styles.rule}>
              {t("firmware.wave.next")} <TimeText at={next_wave_time} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

const PARTS = ["done", "running", "failed"] as const;

function WaveBar({ counts }: { counts: Rollout["counts"] }) {
  return (
    <div className={styles.waveBar} aria-hidden="true">
      {PARTS.map((part) => (
        <span key={part} data-part={part} style={{ flexGrow: counts[part] }} />
      ))}
      <span style={{ flexGrow: Math.max(0, counts.total - counts.done - counts.running - counts.failed) }} />
    </div>
  );
}
