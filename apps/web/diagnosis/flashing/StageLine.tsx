import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { Check } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import "./flash-texts.ts";
import styles from "./flashing.module.css";

const STAGES = ["choose", "gates", "approve", "flash", "readBack"] as const;

/** Which of the five is under way; beyond the last: all are done. */
export function stageOf(run: FlashRunRow | undefined): number {
  if (run === undefined) return 0;
  if (run.state === "draft") return run.gates?.every(({ reason }) => reason === null) ? 2 : 1;
  if (run.state === "asked" || run.state === "approved") return 2;
  if (run.state === "running") return run.stage === "readingBack" ? 4 : 3;
  return run.outcome === "new" ? STAGES.length : 3;
}

export function StageLine({ run }: { run: FlashRunRow | undefined }) {
  const t = useText();
  const now = stageOf(run);
  return (
    <ol className={styles.stages} aria-label={t("diagnosis.flash.stages")}>
      {STAGES.map((stage, i) => (
        <li
          key={stage}
          aria-current={i === now ? "step" : undefined}
          data-state={i < now ? "done" : i === now ? "now" : "later"}
        >
          <span className={styles.stageMark}>{i < now ? <Icon of={Check} size={12} /> : i + 1}</span>
          {t(`diagnosis.flash.stage.${stage}`)}
        </li>
      ))}
    </ol>
  );
}
