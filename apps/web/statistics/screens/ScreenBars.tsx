import type { ReactNode } from "react";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import styles from "./screen.module.css";

export interface BarRow {
  readonly key: string;
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
  readonly level?: "urgent" | "ordinary" | undefined;
  readonly value: ReactNode;
}

/** Rows of a name, a bar and its value. */
export function ScreenBars({ title, rows }: { title: string; rows: readonly BarRow[] }) {
  const t = useText();
  return (
    <div className={styles.block}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{t("statistics.screen.none")}</p>
      ) : (
        <ul className={styles.bars} aria-label={title}>
          {rows.map(({ key, name, share, level, value }) => (
            <li key={key} className={styles.barRow}>
              <span>{name}</span>
              <i className={styles.track}>
                <i
                  className={styles.fill}
                  data-level={level}
                  style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }}
                />
              </i>
              <b>{value}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface RingProps {
  label: string;
  /** 0 to 1; undefined: not known. */
  share: number | undefined;
  note: string;
}

/** How much of a whole, to be read from afar. */
export function ScreenRing({ label, share, note }: RingProps) {
  const around = 2 * Math.PI * 42;
  const text = share === undefined ? UNKNOWN : `${Math.round(share * 100)}\u00a0%`;
  return (
    <svg className={styles.ring} viewBox="0 0 100 100" role="img" aria-label={`${label} ${text}`}>
      <circle cx="50" cy="50" r="42" />
      <circle
        cx="50"
        cy="50"
        r="42"
        strokeDasharray={`${(share ?? 0) * around} ${around}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="54">
        {text}
      </text>
      <text x="50" y="67" data-note>
        {note}
      </text>
    </svg>
  );
}

export interface Bar {
  readonly key: number;
  /** From below: of a day. */
  readonly parts: readonly { readonly level?: "urgent" | "ordinary" | "tip"; readonly value: number }[];
}

interface TrendProps {
  title: string;
  newest: string;
  bars: readonly Bar[];
}

/** A trend of days with its newest value. */
export function ScreenTrend({ title, newest, bars }: TrendProps) {
  const sum = ({ parts }: Bar) => parts.reduce((total, { value }) => total + value, 0);
  const most = Math.max(1, ...bars.map(sum));
  return (
    <div className={styles.block}>
      <h2>
        {title} <strong>{newest}</strong>
      </h2>
      <div className={styles.dayBars} role="img" aria-label={`${title} ${newest}`}>
        {bars.map(({ key, parts }) => (
          <span key={key}>
            {parts.map(({ level, value }) => (
              <i key={level ?? ""} data-level={level} style={{ height: `${(value / most) * 100}%` }} />
            ))}
          </span>
        ))}
      </div>
    </div>
  );
}
