import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import type { CurveScene } from "./curve-scene.ts";
import "./curve-texts.ts";
import type { LoadState } from "../samples/history-loader.ts";
import styles from "./curves.module.css";
import { useSlowly } from "./use-scene-value.ts";

interface LoadNoticeProps {
  state: LoadState;
  keys: readonly string[];
  scene: CurveScene;
  onRetry(): void;
}

/** Above the panels: waiting, nothing there, failed. */
export function LoadNotice({ state, keys, scene, onRetry }: LoadNoticeProps) {
  const t = useText();
  const span = useSlowly(scene.span, 250);
  useSlowly(scene.arrivals, 250);
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
  return (
    <>
      {state.busy && <div className={styles.bar} data-loading="true" />}
      {state.error !== null && answers.length === 0 && (
        <div className={styles.over}>
          <FailedState title={t("signals.curve.failed")} trouble={troubleOf(state.error)} onRetry={onRetry} />
        </div>
      )}
      {isEmpty && (
        <div className={styles.noData}>
          <p role="status">{t("signals.curve.noData")}</p>
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
