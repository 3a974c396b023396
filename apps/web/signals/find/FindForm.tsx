import "./find-texts.ts";
import type { Thing } from "@canopy/contract/devices/thing";
import { MAX_FIND_MS } from "@canopy/contract/signals/find-signal";
import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import layout from "../../ui/layout.module.css";
import { Banner } from "../../ui/marks/Banner.tsx";
import { lengthOf, type Timeline, type TimeSpan } from "../../ui/time/timeline.ts";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { FindMoments } from "./FindMoments.tsx";
import { FindReference } from "./FindReference.tsx";
import { FindWindows } from "./FindWindows.tsx";
import styles from "./find.module.css";
import { FIND_WAYS, type FindAsked, isTooLong, spanOf, targetOf } from "./find-address.ts";

interface FindFormProps {
  device: Thing;
  timeline: Timeline;
  asked: FindAsked;
  isSearching: boolean;
  onChange(changes: Partial<FindAsked>): void;
  onSearch(span: TimeSpan): void;
}

/** What is known of the signal, in one of four ways. */
export function FindForm({ device, timeline, asked, isSearching, onChange, onSearch }: FindFormProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { range } = useSteadyRange(timeline);
  // While the page follows now, a moment that was marked just now is newer than what stands still.
  const span = spanOf(asked, timeline.live ? timeline.range : range);
  const { way } = asked;
  const isWhole = targetOf(asked) !== undefined;
  const missing = isWhole || way === "gpsSpeed" ? undefined : t(`signals.find.incomplete.${way}`);
  const long = isTooLong(span) ? t("signals.find.tooLong", { length: formats.duration(lengthOf(span)) }) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole && long === undefined && !isSearching) onSearch(span);
  };
  /** The hour up to the cursor, or the last one. */
  const shorten = () => {
    const toMs = Math.min(range.toMs, (timeline.cursorMs ?? range.toMs) + MAX_FIND_MS / 2);
    timeline.setRange({ fromMs: toMs - MAX_FIND_MS + 1000, toMs });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.head}>
        <Segmented
          label={t("signals.find.way")}
          options={FIND_WAYS.map((value) => ({ value, label: t(`signals.find.way.${value}`) }))}
          value={way}
          onChange={(next) => onChange({ way: next })}
        />
        <p className={layout.note}>{t(`signals.find.way.${way}Does`)}</p>
      </div>
      {way === "moments" && <FindMoments timeline={timeline} asked={asked} onChange={onChange} />}
      {way === "windows" && <FindWindows timeline={timeline} asked={asked} onChange={onChange} />}
      {way === "signal" && <FindReference device={device} asked={asked} onChange={onChange} />}
      {long !== undefined && (
        <Banner level="ordinary">
          {long} <Button onClick={shorten}>{t("signals.find.shorten")}</Button>
        </Banner>
      )}
      <div>
        <Button kind="main" type="submit" icon={Search} busy={isSearching} denied={missing ?? long}>
          {t("signals.find.run")}
        </Button>
      </div>
    </form>
  );
}
