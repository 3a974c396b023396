import { STAGES, type Stage, type TestRun } from "@canopy/contract/tests/runs";
import { Check, Circle, CircleDot, CircleX } from "lucide-react";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "../tests.module.css";
import "../texts.ts";

type Staged = Pick<TestRun, "stage" | "stage_times" | "verdict" | "failure" | "ended_time">;

/** TST-01: the four stages with how long each took; the one that ended the run early is marked. */
export function RunStages({ run }: { run: Staged }) {
  const t = useText();
  const at = STAGES.indexOf(run.stage);
  const isOver = run.verdict !== null;
  return (
    <ol className={styles.stages} aria-label={t("tests.run.stages")}>
      {STAGES.map((stage, place) => {
        const failed = run.failure?.stage === stage;
        const past = place < at || (isOver && place === at);
        return (
          <li
            key={stage}
            data-failed={failed || undefined}
            data-past={past || undefined}
            aria-current={place === at && !isOver ? "step" : undefined}
          >
            <Icon of={failed ? CircleX : past ? Check : place === at ? CircleDot : Circle} size={14} />
            {t(`tests.stage.${stage}`)} {lengthOf(t, run, stage)}
          </li>
        );
      })}
    </ol>
  );
}

function lengthOf(t: Translate, { stage_times, ended_time }: Staged, stage: Stage): string {
  const from = stage_times[stage];
  const next = STAGES[STAGES.indexOf(stage) + 1];
  const to = (next && stage_times[next]) ?? (next ? ended_time : null);
  if (from === undefined || to === null || to === undefined) return "";
  return t("tests.field.seconds", { seconds: Math.max(0, Math.round((to - from) / 100) / 10) });
}
