import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { shareAt, type TimeSpan } from "../../ui/time/timeline.ts";
import { type Stay, staysWithin } from "./connection-lane.ts";
import { gapCause } from "./gap-cause.ts";
import styles from "./time-bar.module.css";
import type { Mark } from "./time-bar-data.ts";
import { gapBoxes } from "./time-bar-shape.ts";

/** A narrower one cannot be pointed at. */
const NAMED_PX = 12;

interface TimeGapsProps {
  gaps: readonly TimeSpan[];
  /** Undefined: not known yet. */
  stays: readonly Stay[] | undefined;
  marks: readonly Mark[];
  span: TimeSpan;
  width: number;
}

/** Where the device was online, and of each wide gap from when to when and why; drags and clicks go to the track below. */
export function TimeGaps({ gaps, stays, marks, span, width }: TimeGapsProps) {
  const t = useText();
  const formats = useTimeFormats();
  if (stays === undefined || width === 0) return null;
  const percent = (atMs: number) => `${shareAt(span, atMs) * 100}%`;
  return (
    <>
      {staysWithin(stays, span).map(({ fromMs, toMs }) => (
        <div
          key={fromMs}
          className={styles.stay}
          style={{ left: percent(fromMs), right: `${100 - shareAt(span, toMs) * 100}%` }}
        />
      ))}
      {gaps.flatMap((gap) => {
        const [box] = gapBoxes([gap], span, width);
        if (!box || box.width < NAMED_PX) return [];
        const cause = t(`frames.gap.${gapCause(gap, stays, marks)}`);
        const words = t("frames.gap.words", { from: formats.clock(gap.fromMs), to: formats.clock(gap.toMs), cause });
        return (
          <div
            key={gap.fromMs}
            role="img"
            aria-label={words}
            title={words}
            className={styles.gap}
            style={{ left: box.x, width: box.width }}
          />
        );
      })}
    </>
  );
}
