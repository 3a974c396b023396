import type { CheckHistory } from "@canopy/contract/tests/runs";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTooltip } from "../../ui/float/use-tooltip.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import styles from "./check-bars.module.css";
import { barsOf } from "./check-bars.ts";
import "../texts.ts";

/** So many targets of a finger fit beside each other. */
const NARROW_BARS = 7;

interface CheckBarsProps {
  subject: string;
  history: CheckHistory;
  /** The run that is shown. */
  runId: string;
  onRun(runId: string): void;
}

/** TST-01: what a check measured in the last runs, with its limits; a bar opens its run. */
export function CheckBars({ subject, history, runId, onRun }: CheckBarsProps) {
  const t = useText();
  const narrow = useNarrow();
  const { bars, limits } = barsOf(history, narrow ? NARROW_BARS : history.runs.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form
    <div className={styles.bars} role="group" aria-label={t("tests.check.barsOf", { subject })}>
      {bars.map((bar) => (
        <Bar key={bar.run_id} bar={bar} isShown={bar.run_id === runId} onRun={onRun} />
      ))}
      {limits.map((bottom) => (
        <span key={bottom} className={styles.limit} style={{ bottom: percent(bottom) }} />
      ))}
    </div>
  );
}

interface BarProps {
  bar: ReturnType<typeof barsOf>["bars"][number];
  isShown: boolean;
  onRun(runId: string): void;
}

function Bar({ bar: { run_id, number, outcome, measured, bottom, height }, isShown, onRun }: BarProps) {
  const t = useText();
  const value = measured === null ? UNKNOWN : formatNumber(measured);
  const name = t("tests.check.bar", { number, value, outcome: t(`tests.check.${outcome}`) });
  const { target, bubble } = useTooltip(name);
  return (
    <>
      <button
        type="button"
        className={styles.bar}
        data-outcome={outcome}
        aria-label={name}
        aria-current={isShown || undefined}
        {...target}
        onClick={() => !isShown && onRun(run_id)}
      >
        <span style={{ bottom: percent(bottom), height: percent(height) }} />
      </button>
      {bubble}
    </>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
