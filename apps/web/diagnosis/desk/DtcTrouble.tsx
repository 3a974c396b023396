import { outcomeText } from "@canopy/contract/diagnosis/outcome-texts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { spaced } from "../hex.ts";
import { Refusal } from "./AnswerCard.tsx";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import type { DtcFailure } from "./dtc-jobs.ts";
import type { Desk } from "./use-desk.ts";

/** UDS-05: why fault codes were not read or cleared, and what to do about it. */
export function DtcTrouble({ failure, desk }: { failure: DtcFailure | undefined; desk: Desk }) {
  const t = useText();
  const language = useLanguage();
  if (!failure) return null;
  if ("outcome" in failure) {
    const { cause, next } = outcomeText(failure.outcome, language);
    return <FormAlert text={`${cause} ${next}`} />;
  }
  const { exchange } = failure;
  return (
    <div role="alert" data-testid="dtc-trouble">
      <p className={styles.quiet}>
        {t("diagnosis.dtc.failed")} <code>{spaced(exchange.request.data)}</code>
      </p>
      <Refusal exchange={exchange} desk={desk} />
    </div>
  );
}
