import "./find-texts.ts";
import type { FoundSignal } from "@canopy/contract/signals/find-signal";
import { FilePlus2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import styles from "./find.module.css";
import { bitsWords, messageWords, reasonWords } from "./find-words.ts";

interface FindCandidateProps {
  candidate: FoundSignal;
  span: TimeSpan;
  isPicked: boolean;
  onPick(): void;
  onAdd(): void;
}

/** One finding: arrow keys go from one to the next, as in every group of choices. */
export function FindCandidate({ candidate, span, isPicked, onPick, onAdd }: FindCandidateProps) {
  const t = useText();
  const name = `${messageWords(candidate)} ${bitsWords(candidate, t)}`;
  return (
    <div className={styles.candidate} data-picked={isPicked || undefined}>
      <label>
        <input type="radio" name="found" checked={isPicked} aria-label={name} onChange={onPick} />
        <span className={styles.percent}>
          {t("signals.find.score", { percent: Math.round(candidate.score * 100) })}
        </span>
        <span className={styles.words}>
          <strong className="mono">{messageWords(candidate)}</strong> <span>{bitsWords(candidate, t)}</span>
          <small>{reasonWords(candidate.reason, t)}</small>
        </span>
        <Spark candidate={candidate} span={span} />
      </label>
      <Button icon={FilePlus2} aria-label={`${t("signals.find.toDbc")} ${name}`} onClick={onAdd}>
        {t("signals.find.toDbc")}
      </Button>
    </div>
  );
}

const WIDTH = 160;
const HEIGHT = 32;

/** The raw values over the span, without axes. */
function Spark({ candidate: { times, values }, span }: { candidate: FoundSignal; span: TimeSpan }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const lengthUs = (span.toMs - span.fromMs) * 1000;
  const points = times.map((us, i) => {
    const share = high > low ? ((values[i] ?? low) - low) / (high - low) : 0.5;
    return `${((us / lengthUs) * WIDTH).toFixed(1)} ${(HEIGHT - 2 - share * (HEIGHT - 4)).toFixed(1)}`;
  });
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(" ")} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
