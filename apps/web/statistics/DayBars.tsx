import { dayText } from "@canopy/contract/statistics/figure-columns";
import type { DayFigures } from "@canopy/contract/statistics/fleet";
import { useText } from "../platform/i18n.ts";
import { join } from "../ui/join.ts";
import { figureOf, type Metric, shownValue } from "./statistic-figures.ts";
import styles from "./statistics.module.css";

interface DayBarsProps {
  days: readonly DayFigures[];
  metric: Metric;
  /** UTC, days since 1970: it is not over. */
  today: number;
  chosen: number | undefined;
  onDay(day: number | undefined): void;
}

const PARTS = ["tip", "ordinary", "urgent"] as const;

/** STA-01: a bar for each day, alarms stacked by level; a click shows that day alone. The running day is hatched. */
export function DayBars({ days, metric, today, chosen, onDay }: DayBarsProps) {
  const t = useText();
  const most = Math.max(1, ...days.map((day) => figureOf(day, metric)));
  return (
    <div className={styles.chart}>
      <span className={styles.scale}>{shownValue(most, metric)}</span>
      <fieldset className={styles.bars} aria-label={t("statistics.page.perDay")}>
        {days.map((day) => {
          const value = shownValue(figureOf(day, metric), metric);
          const words = t("statistics.chart.day", { day: dayText(day.day), value });
          return (
            <button
              key={day.day}
              type="button"
              className={join(styles.bar, day.day === today && styles.running)}
              aria-label={day.day === today ? `${words} · ${t("statistics.page.running")}` : words}
              aria-pressed={day.day === chosen}
              title={words}
              onClick={() => onDay(day.day === chosen ? undefined : day.day)}
            >
              {metric === "alarms" ? (
                PARTS.map((level) => (
                  <span key={level} data-level={level} style={{ height: `${(day[level] / most) * 100}%` }} />
                ))
              ) : (
                <span style={{ height: `${(figureOf(day, metric) / most) * 100}%` }} />
              )}
            </button>
          );
        })}
      </fieldset>
      <div className={styles.ends}>
        <span>{dayText(days[0]?.day ?? today)}</span>
        <span>{dayText(days.at(-1)?.day ?? today)}</span>
      </div>
    </div>
  );
}
