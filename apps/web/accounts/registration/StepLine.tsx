import { Check } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./registration.module.css";

export type Step = 1 | 2 | 3 | 4;
const STEPS: readonly Step[] = [1, 2, 3, 4];

/** Where one is; steps that are done carry a tick. */
export function StepLine({ step }: { step: Step }) {
  const t = useText();
  return (
    <ol className={styles.steps} aria-label={t("accounts.register.steps")}>
      {STEPS.map((each) => (
        <li key={each} aria-current={each === step ? "step" : undefined} data-done={each < step || undefined}>
          <span className={styles.number}>{each < step ? <Icon of={Check} size={13} /> : each}</span>
          <span className={styles.stepName}>{t(`accounts.register.step.${each}`)}</span>
        </li>
      ))}
    </ol>
  );
}
