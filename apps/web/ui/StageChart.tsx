import { useTimeFormats } from "../platform/use-formats.ts";
import styles from "./stage-chart.module.css";

export const STAGE_TONES = ["fetch", "check", "write", "restart"] as const;
export type StageTone = (typeof STAGE_TONES)[number];

export interface StageBar {
  readonly tone: StageTone;
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface StageRow {
  readonly key: string;
  readonly name: string;
  readonly bars: readonly StageBar[];
  /** How it ended; undefined: it goes on. */
  readonly end?: "done" | "failed" | undefined;
}

interface StageChartProps {
  readonly label: string;
  readonly rows: readonly StageRow[];
  /** Words of the tones that are used. */
  readonly legend: readonly (readonly [tone: StageTone, name: string])[];
  readonly nowMs: number;
}

const LEAST_SHARE = 0.4;

/** Stages of several things on one clock, one line each; what a bar lasted stands in its hint and is read aloud. */
export function StageChart({ label, rows, legend, nowMs }: StageChartProps) {
  const formats = useTimeFormats();
  const bars = rows.flatMap((row) => row.bars);
  if (bars.length === 0) return null;
  const fromMs = Math.min(...bars.map((bar) => bar.fromMs));
  const toMs = Math.max(fromMs + 1000, ...bars.map((bar) => bar.toMs));
  const share = (atMs: number) => ((atMs - fromMs) / (toMs - fromMs)) * 100;
  const ticks = [0, 1, 2, 3].map((i) => fromMs + ((toMs - fromMs) * i) / 3);
  return (
    <figure className={styles.chart} aria-label={label}>
      <ul className={styles.legend}>
        {legend.map(([tone, name]) => (
          <li key={tone} data-tone={tone}>
            {name}
          </li>
        ))}
      </ul>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.key}>
            <span className={styles.name}>
              <bdi>{row.name}</bdi>
            </span>
            <span className={styles.track}>
              {row.bars.map((bar) => (
                <span
                  key={`${bar.fromMs}${bar.tone}`}
                  role="img"
                  aria-label={wordsOf(bar)}
                  title={wordsOf(bar)}
                  data-tone={bar.tone}
                  style={{
                    left: `${share(bar.fromMs)}%`,
                    width: `${Math.max(LEAST_SHARE, share(bar.toMs) - share(bar.fromMs))}%`,
                  }}
                />
              ))}
            </span>
            <span className={styles.end} data-end={row.end ?? "open"}>
              {row.end === "done" ? "✓" : row.end === "failed" ? "!" : ""}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.clock} aria-hidden="true">
        {ticks.map((atMs) => (
          <span key={atMs}>{formats.time(Math.min(atMs, nowMs)).slice(11)}</span>
        ))}
      </div>
    </figure>
  );
}

function wordsOf({ name, fromMs, toMs }: StageBar): string {
  return `${name} ${((toMs - fromMs) / 1000).toFixed(1)} s`;
}

/** Stages as the server tells them, each until the next one began. */
export function barsOf(
  stages: readonly (readonly [name: string, atMs: number])[],
  toneOf: (name: string) => { tone: StageTone; name: string } | undefined,
  nowMs: number,
): StageBar[] {
  return stages.flatMap(([stage, fromMs], i) => {
    const known = toneOf(stage);
    return known ? [{ ...known, fromMs, toMs: Math.max(fromMs, stages[i + 1]?.[1] ?? nowMs) }] : [];
  });
}
