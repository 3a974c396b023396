import { CalendarDays, ChevronDown } from "lucide-react";
import { type TextKey, useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Popover } from "../ui/Popover.tsx";
import { TimeRangeInput } from "../ui/TimeRangeInput.tsx";
import { DAY_MS, HOUR_MS, lengthOf, MINUTE_MS, type Timeline, type TimeSpan } from "../ui/timeline.ts";
import styles from "./time-bar.module.css";

const LENGTHS: readonly { ms: number; text: TextKey }[] = [
  { ms: 5 * MINUTE_MS, text: "frames.last.5min" },
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
  const words = live && known ? t(known.text) : rangeWords(range, (atMs) => formats.time(atMs));
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

/** The day is named once where both ends share it, and not at all where it is today. */
export function rangeWords({ fromMs, toMs }: TimeSpan, time: (atMs: number) => string): string {
  const [from, to, today] = [time(fromMs), time(toMs), time(Date.now()).slice(0, 10)];
  const cut = (text: string) => (lengthOf({ fromMs, toMs }) < 10 * MINUTE_MS ? text : text.slice(0, -3));
  const sameDay = from.slice(0, 10) === to.slice(0, 10);
  if (!sameDay) return `${cut(from).slice(5)} – ${cut(to).slice(5)}`;
  const hours = `${cut(from).slice(11)} – ${cut(to).slice(11)}`;
  return from.startsWith(today) ? hours : `${from.slice(5, 10)} ${hours}`;
}
