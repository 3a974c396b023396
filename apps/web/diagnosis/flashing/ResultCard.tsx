import { flashFailureText, gateName, isGate } from "@canopy/contract/devices/flash-texts";
import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import "./flash-texts.ts";
import styles from "./flashing.module.css";

interface ResultCardProps {
  run: FlashRunRow;
  denied: string | undefined;
  busy: boolean;
  onRetry(): void;
  onNew(): void;
}

/** One of three sentences, only after read-back; without one, why nothing can be said. */
export function ResultCard({ run, denied, busy, onRetry, onNew }: ResultCardProps) {
  const t = useText();
  const language = useLanguage();
  const { outcome, failure, code, past_erase, started_time } = run;
  const level = outcome === "new" ? "tip" : outcome === "boot" ? "urgent" : "ordinary";
  const sentence = outcome ?? (started_time === null ? "dropped" : past_erase ? "unread" : "notBegun");
  const why = outcome === "new" || (failure === null && code === null) ? undefined : flashFailureText(run, language);
  const denials = failure?.denials.flatMap(({ name, reason }) =>
    isGate(name) ? [`${gateName(name, language)}: ${t(`diagnosis.flash.reason.${reason}`)}`] : [],
  );
  const phase = failure && failure.cause !== "denied" ? t(`diagnosis.flash.phase.${failure.phase}`) : undefined;
  const isLeft = past_erase && outcome !== "new";
  return (
    <div className={styles.result} data-outcome={sentence}>
      <Banner level={level} title={t(`diagnosis.flash.outcome.${sentence}`)}>
        {why && (
          <p>
            {phase && <b>{phase}: </b>}
            {why.cause} {why.next}
            {failure?.code != null && <code> NRC {failure.code.toString(16).toUpperCase().padStart(2, "0")}</code>}
          </p>
        )}
        {denials && denials.length > 0 && <p>{denials.join(" · ")}</p>}
        {run.communication_restored !== null && (
          <p>
            {t(
              run.communication_restored ? "diagnosis.flash.communicationBack" : "diagnosis.flash.communicationNotBack",
            )}
            {" · "}
            {t(run.dtc_setting_restored ? "diagnosis.flash.dtcBack" : "diagnosis.flash.dtcNotBack")}
          </p>
        )}
        <div className={styles.actions}>
          {isLeft && (
            <Button kind="main" denied={denied} busy={busy} onClick={onRetry}>
              {t("diagnosis.flash.resume")}
            </Button>
          )}
          <Button onClick={onNew}>{t("diagnosis.flash.another")}</Button>
        </div>
      </Banner>
    </div>
  );
}
