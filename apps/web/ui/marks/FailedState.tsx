import { CloudAlert, RotateCw } from "lucide-react";
import type { Trouble } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import styles from "../page.module.css";
import { Icon } from "./Icon.tsx";

interface FailedStateProps {
  /** What failed. */
  title: string;
  trouble: Trouble;
  onRetry?: (() => void) | undefined;
}

/** What failed, why, the code to quote, and another try; the rest of the page stays. */
export function FailedState({ title, trouble, onRetry }: FailedStateProps) {
  const t = useText();
  return (
    <div className={styles.state} role="alert">
      <Icon of={CloudAlert} size={28} />
      <p className={styles.stateTitle}>{title}</p>
      <p className={styles.stateText}>{trouble.text}</p>
      <p className={styles.stateCode}>
        <code>{trouble.code}</code>
      </p>
      {onRetry && (
        <div className={styles.actions}>
          <Button icon={RotateCw} onClick={onRetry}>
            {t("ui.action.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
