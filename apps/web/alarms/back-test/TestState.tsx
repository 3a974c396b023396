import { useQueryClient } from "@tanstack/react-query";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import styles from "./back-test.module.css";
import type { RunningTest } from "./use-back-test.ts";
import "../texts.ts";

/** A test that takes longer can be cancelled. */
const SLOW_MS = 3000;

export function TestState({ test }: { test: RunningTest }) {
  return (
    <>
      <Slow isRunning={test.query.isFetching} queryKey={test.queryKey} />
      <Why test={test} />
    </>
  );
}

function Slow({ isRunning, queryKey }: { isRunning: boolean; queryKey: readonly unknown[] }) {
  const t = useText();
  const client = useQueryClient();
  const isSlow = useDelayed(isRunning, SLOW_MS);
  if (!isSlow) return null;
  return (
    <p className={styles.slow} role="status">
      <progress aria-label={t("alarms.test.running")} />
      <Button onClick={() => void client.cancelQueries({ queryKey })}>{t("ui.action.cancel")}</Button>
    </p>
  );
}

/** Why there is no result: it failed, it runs, it was cancelled, or the rule is not whole yet. */
function Why({ test: { draft, found, query } }: { test: RunningTest }) {
  const t = useText();
  if (!draft) return <p className={styles.hint}>{t("alarms.test.incomplete")}</p>;
  if (query.error)
    return (
      <FailedState
        title={t("alarms.test.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  if (found) return null;
  return query.isFetching ? <Skeleton rows={3} /> : <p className={styles.hint}>{t("alarms.test.cancelled")}</p>;
}
