import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Flag, Pause, Pin, Play, Radio, SkipBack, SkipForward } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { join } from "../../ui/join.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { lengthOf, moved, type Timeline, type TimeSpan } from "../../ui/time/timeline.ts";
import { useNarrow } from "../../ui/use-narrow.ts";
import { RangeChoice } from "../history/RangeChoice.tsx";
import { useDeletedRanges } from "../live/use-deleted-ranges.ts";
import { TimeTrack } from "./TimeTrack.tsx";
import styles from "./time-bar.module.css";
import { askedSpan, type Band, type MarksQuery, marksQuery, presenceQuery, staysQuery } from "./time-bar-data.ts";
import { barSpan } from "./time-bar-shape.ts";
import "./time-bar-texts.ts";

/** A step of the two arrows, of the range. */
const STEP = 0.5;
const PLAY_MS = 1000;

export interface TimeBarProps {
  thingsId: string;
  timeline: Timeline;
  /** Marks that another part of the product knows of. */
  more?: { query(span: TimeSpan): MarksQuery; onOpen(name: string): void };
  /** What people wrote. */
  bookmarks?(span: TimeSpan): MarksQuery;
  bands?: readonly Band[];
  /** Before the range. */
  tools?: ReactNode;
}

const NO_BANDS: readonly Band[] = [];
const NO_MARKS: MarksQuery = { queryKey: ["frames.marks", "none"], queryFn: () => [], enabled: false };

/**
 * DEV-13: the shared time of a device, the story of its drive. Where data is, where it is missing and why, what was sent
 * and what happened; a click puts the cursor, on a mark it goes there, a pull chooses a range. On a phone it is folded to one line until somebody unfolds it.
 */
export function TimeBar({ thingsId, timeline, more, bookmarks, bands = NO_BANDS, tools }: TimeBarProps) {
  const t = useText();
  const { live, range } = timeline;
  const span = useBarSpan(timeline);
  const asked = askedSpan(span, live);
  const presence = useQuery(presenceQuery(thingsId, asked));
  const marks = useQuery(marksQuery(thingsId, asked));
  const stays = useQuery(staysQuery(thingsId, asked)).data;
  const added = useQuery(more?.query(asked) ?? NO_MARKS).data;
  const written = useQuery(bookmarks?.(asked) ?? NO_MARKS).data;
  const all = useMemo(
    () => [...(marks.data ?? []), ...(added ?? []), ...(written ?? [])],
    [marks.data, added, written],
  );
  const queries = useQueryClient();
  // Whatever else a tab has read of this device is read again too.
  useDeletedRanges(thingsId, () => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(thingsId) });
  });
  const [playing, setPlaying] = useState(false);
  const narrow = useNarrow();
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = narrow && !isUnfolded;
  usePlaying(playing, timeline, () => setPlaying(false));

  const step = (share: number) => timeline.setRange(moved(range, share, Date.now()));
  const playOrPause = () => {
    if (live) timeline.setRange(range, timeline.cursorMs);
    else setPlaying(!playing);
  };
  /** Holding the bar is not the pause of the live rows, whose button stands on the same page. */
  const icon = live ? Pin : playing ? Pause : Play;
  return (
    <section className={join(styles.bar, isFolded && styles.folded)} aria-label={t("frames.bar.label")}>
      <div className={styles.steps}>
        {!isFolded && (
          <>
            <IconButton icon={SkipBack} label={t("frames.bar.back")} onClick={() => step(-STEP)} />
            <IconButton
              icon={icon}
              label={t(live ? "frames.bar.hold" : playing ? "frames.bar.pause" : "frames.bar.play")}
              onClick={playOrPause}
            />
            <IconButton
              icon={SkipForward}
              label={t("frames.bar.forward")}
              onClick={() => step(STEP)}
              denied={live ? t("frames.bar.isNow") : undefined}
            />
          </>
        )}
        <Button
          icon={Radio}
          aria-pressed={live}
          aria-label={t("frames.bar.live")}
          className={live ? styles.liveOn : undefined}
          onClick={() => timeline.goLive()}
        >
          {isFolded ? null : t("frames.bar.live")}
        </Button>
      </div>
      <TimeTrack
        span={span}
        timeline={timeline}
        presence={presence.data}
        failed={presence.isError}
        stays={stays}
        marks={all}
        bands={bands}
        onOpen={more?.onOpen}
      />
      {!isFolded && tools}
      <RangeChoice timeline={timeline} />
      {narrow && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isUnfolded}
          aria-label={t(isUnfolded ? "frames.bar.fold" : "frames.bar.unfold", { count: all.length })}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isFolded && all.length > 0 && (
            <>
              <Icon of={Flag} size={12} />
              {all.length}
            </>
          )}
          <Icon of={isUnfolded ? ChevronUp : ChevronDown} size={14} />
        </button>
      )}
    </section>
  );
}

/** Kept between renders, so that a new range inside it does not move it. */
function useBarSpan({ range, live }: Timeline): TimeSpan {
  const [shown, setShown] = useState<TimeSpan | null>(null);
  const span = barSpan(shown, range, live);
  if (span !== shown) setShown(span);
  return span;
}

/** The cursor goes along with the clock, from where it is to the end of the range. */
function usePlaying(playing: boolean, timeline: Timeline, onEnd: () => void): void {
  const { range, cursorMs, setCursor } = timeline;
  const at = cursorMs !== null && cursorMs >= range.fromMs && cursorMs < range.toMs ? cursorMs : range.fromMs;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      const next = at + PLAY_MS;
      if (next >= range.toMs || lengthOf(range) <= 0) onEnd();
      else setCursor(next);
    }, PLAY_MS);
    return () => clearTimeout(timer);
  });
}
