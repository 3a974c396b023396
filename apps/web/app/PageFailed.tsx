import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { FailedState } from "../ui/marks/FailedState.tsx";
import styles from "./pages/pages.module.css";

/** A page that did not load: why, and another try; the shell around it stays. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useText();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className={styles.centre}>
      <FailedState title={t("app.failed.title")} trouble={troubleOf(error)} onRetry={retry} />
    </div>
  );
}
