import type { BackTestPhase, Firing } from "@canopy/contract/alarms/back-test";
import { Flag } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { chartLeft } from "../../ui/chart/Chart.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { overlap, shareAt, type TimeSpan } from "../../ui/time/timeline.ts";
import styles from "./back-test.module.css";
import "../texts.ts";

const STATES = ["normal", "pending", "active", "recovering"] as const;

interface StateLaneProps {
  phases: readonly BackTestPhase[];
  /** What is shown of the tested range. */
  span: TimeSpan;
}

/** TRG-03, TRG-07: the states of the rule below the curve, by the same edges. */
export function StateLane({ phases, span }: StateLaneProps) {
  const t = useText();
  const shown = phases.filter((phase) => overlap(spanOf(phase), span));
  const counts = STATES.slice(1).map((state) => {
    const count = shown.filter((phase) => phase.state === state).length;
    return `${t(`alarms.test.state.${state}`)} ${count}`;
  });
  return (
    <div className={styles.laneRow}>
      <div className={styles.lane} role="img" aria-label={`${t("alarms.test.lane")}: ${counts.join(", ")}`}>
        {shown.map(({ channel, state, from_time, to_time }) => (
          <span
            key={`${channel} ${state} ${from_time}`}
            data-state={state}
            style={{ left: percent(span, from_time), right: `calc(100% - ${percent(span, to_time)})` }}
          />
        ))}
      </div>
      <p className={styles.legend} aria-hidden="true">
        {STATES.map((state) => (
          <span key={state} data-state={state}>
            {t(`alarms.test.state.${state}`)}
          </span>
        ))}
      </p>
    </div>
  );
}

const spanOf = ({ from_time, to_time }: BackTestPhase): TimeSpan => ({ fromMs: from_time, toMs: to_time });
const percent = (span: TimeSpan, atMs: number) =>
  `${(Math.min(1, Math.max(0, shareAt(span, atMs))) * 100).toFixed(3)}%`;

/** Flags and bands that are drawn; more would be one. */
const MOST_FLAGS = 200;

/** Behind the curve, while the rule was active. */
export function ActiveBands({ phases, span }: StateLaneProps) {
  const active = phases.filter((phase) => phase.state === "active" && overlap(spanOf(phase), span));
  const left = (atMs: number) => chartLeft(Math.min(1, Math.max(0, shareAt(span, atMs))));
  return (
    <>
      {active.slice(0, MOST_FLAGS).map(({ from_time, to_time }) => (
        <div
          key={from_time}
          className={styles.band}
          style={{ left: left(from_time), right: `calc(100% - ${left(to_time)})` }}
        />
      ))}
    </>
  );
}

interface FiringFlagsProps {
  firings: readonly Firing[];
  span: TimeSpan;
  of: "curve" | "strip";
}

/** Where the rule would have fired, over the curve. */
export function FiringFlags({ firings, span, of }: FiringFlagsProps) {
  const shown = firings.filter(({ start_time }) => span.fromMs <= start_time && start_time <= span.toMs);
  return (
    <>
      {shown.slice(0, MOST_FLAGS).map(({ channel, start_time }) => (
        <span
          key={`${channel} ${start_time}`}
          className={styles.flag}
          data-testid={of === "curve" ? "firing-flag" : "strip-flag"}
          style={{ left: chartLeft(shareAt(span, start_time)) }}
        >
          <Icon of={Flag} size={12} />
        </span>
      ))}
    </>
  );
}
