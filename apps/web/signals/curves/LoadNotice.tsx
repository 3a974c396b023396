import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import type { CurveScene } from "./curve-scene.ts";
import "./curve-texts.ts";
import { useStore } from "../../platform/kept.ts";
import type { HistoryLoader } from "../samples/history-loader.ts";
import styles from "./desk.module.css";
import { useThrottled } from "./use-throttled.ts";

interface LoadNoticeProps {
  loader: Pick<HistoryLoader, "state">;
  keys: readonly string[];
  scene: CurveScene;
  onRetry(): void;
  /** Shown below "no data in this range": a link to existing data. */
  whereData?: ReactNode;
}

/** Notice over the panels: loading, no data, failed. */
export function LoadNotice({ loader, keys, scene, onRetry, whereData }: LoadNoticeProps) {
  const t = useText();
  const state = useStore(loader.state);
  const span = useThrottled(scene.span, 250);
  useThrottled(scene.arrivals, 250);
  const answers = keys.flatMap((key) => state.items.get(key) ?? []);
  const failed = answers.find((item) => !item.ok);
  const isEmpty =
    !state.busy &&
    answers.length === keys.length &&
    answers.some((item) => item.ok) &&
    keys.every((key) => {
      const { times, length } = scene.source.read(key, span);
      return length === 0 || (times[0] as number) > span.toUs || (times[length - 1] as number) < span.fromUs;
    });
  const hasPicture = keys.some((key) => scene.source.read(key, span).length > 0);
  return (
    <>
      {state.busy && <div className={styles.bar} data-loading="true" />}
      {state.error !== null && !hasPicture && (
        <div className={styles.over}>
          <FailedState title={t("signals.curve.failed")} trouble={troubleOf(state.error)} onRetry={onRetry} />
        </div>
      )}
      {state.error !== null && hasPicture && (
        <div className={styles.stale} role="alert">
          {t("signals.curve.stale", { why: troubleOf(state.error).text })}
          <Button kind="link" icon={RotateCw} onClick={onRetry}>
            {t("ui.action.retry")}
          </Button>
        </div>
      )}
      {isEmpty && state.error === null && (
        <div className={styles.noData}>
          <div role="status">
            {t("signals.curve.noData")}
            {whereData}
          </div>
        </div>
      )}
      {!isEmpty && failed && !failed.ok && answers.every((item) => !item.ok) && (
        <div className={styles.noData}>
          <p role="status">{codeText(failed.code) ?? failed.message}</p>
        </div>
      )}
    </>
  );
}
