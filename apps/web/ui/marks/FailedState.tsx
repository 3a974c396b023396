import { platformErrors } from "@canopy/contract/platform/errors";
import { CloudAlert, RotateCw } from "lucide-react";
import type { Trouble } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import styles from "../page.module.css";
import { ErrorCode } from "./ErrorCode.tsx";
import { Icon } from "./Icon.tsx";

interface FailedStateProps {
  /** What failed. */
  title: string;
  trouble: Trouble;
  onRetry?: (() => void) | undefined;
}

/** What failed, why, the code to quote, and another try; where a right is missing, who can grant it, and a way home. */
export function FailedState({ title, trouble, onRetry }: FailedStateProps) {
  const t = useText();
  const isForbidden = trouble.code === platformErrors.forbidden.code;
  return (
    <div className={styles.state} role="alert">
      <Icon of={CloudAlert} size={28} />
      <p className={styles.stateTitle}>{title}</p>
      <p className={styles.stateText}>{trouble.text}</p>
      <p className={styles.stateCode}>
        <ErrorCode code={trouble.code} />
      </p>
      {isForbidden && <p className={styles.stateText}>{t("ui.rights.whoGrants")}</p>}
      <div className={styles.actions}>
        {isForbidden && (
          <a href="/" data-hit>
            {t("ui.rights.home")}
          </a>
        )}
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {t("ui.action.retry")}
          </Button>
        )}
      </div>
    </div>
  );
}
