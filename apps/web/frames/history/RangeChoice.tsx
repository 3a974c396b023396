import { CalendarDays, ChevronDown } from "lucide-react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { type TimeFormats, useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import { DAY_MS, HOUR_MS, lengthOf, MINUTE_MS, type Timeline, type TimeSpan } from "../../ui/time/timeline.ts";
import styles from "../time-bar/time-bar.module.css";

const SECOND_MS = 1000;
const LENGTHS: readonly { ms: number; text: TextKey }[] = [
  { ms: 5 * MINUTE_MS, text: "frames.last.5min" },
  { ms: 10 * MINUTE_MS, text: "frames.last.10min" },
  { ms: 30 * MINUTE_MS, text: "frames.last.30min" },
  { ms: 2 * HOUR_MS, text: "frames.last.2h" },
  { ms: 12 * HOUR_MS, text: "frames.last.12h" },
  { ms: DAY_MS, text: "frames.last.1d" },
  { ms: 7 * DAY_MS, text: "frames.last.7d" },
];

/** The last so many minutes, or from when to when. */
export function RangeChoice({ timeline }: { timeline: Timeline }) {
  const t = useText();
  const formats = useTimeFormats();
  const { live, range } = timeline;
  const known = LENGTHS.find(({ ms }) => ms === lengthOf(range));
  const words = live && known ? t(known.text) : rangeWords(range, formats);
  return (
    <Popover
      label={t("frames.bar.range")}
      align="end"
      trigger={(props) => (
        <Button {...props} icon={CalendarDays} aria-label={`${t("frames.bar.range")}: ${words}`}>
          <span className={styles.rangeWords}>{words}</span>
          <Icon of={ChevronDown} size={14} />
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.choice}>
          <div className={styles.lengths}>
            {LENGTHS.map(({ ms, text }) => (
              <Button
                key={text}
                aria-pressed={live && ms === lengthOf(range)}
                onClick={() => {
                  timeline.goLive(ms);
                  close();
                }}
              >
                {t(text)}
              </Button>
            ))}
          </div>
          <TimeRangeInput
            range={range}
            onChange={({ fromMs, toMs }) => {
              if (fromMs !== null && toMs !== null) timeline.setRange({ fromMs, toMs });
            }}
          />
          <p className={styles.zone}>{formats.zoneName(range.toMs)}</p>
        </div>
      )}
    </Popover>
  );
}

/** The day is named once where both ends share it, and not at all where it is today; as precise as the range is short. */
export function rangeWords({ fromMs, toMs }: TimeSpan, { time, day }: Pick<TimeFormats, "time" | "day">): string {
  const lengthMs = lengthOf({ fromMs, toMs });
  const precision = lengthMs < 10 * SECOND_MS ? "ms" : lengthMs < 10 * MINUTE_MS ? "second" : "minute";
  const clock = (atMs: number) => time(atMs, precision).slice(11);
  const date = (atMs: number) => time(atMs, "day");
  if (date(fromMs) !== date(toMs)) return `${day(fromMs)} ${clock(fromMs)} – ${day(toMs)} ${clock(toMs)}`;
  const hours = `${clock(fromMs)} – ${clock(toMs)}`;
  return date(fromMs) === date(Date.now()) ? hours : `${day(fromMs)} ${hours}`;
}
