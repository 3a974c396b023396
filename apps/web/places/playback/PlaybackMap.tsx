import { useMemo, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { TrackFacts } from "../track/TrackFacts.tsx";
import { TrackMap } from "../track/TrackMap.tsx";
import { SPEED_UNIT } from "../track/TrackMarks.tsx";
import { scaleAround } from "../track/track-colour.ts";
import type { TrackCursor } from "../track/track-cursor.ts";
import { useTrack, VIEW_POINTS } from "../track/track-query.ts";
import styles from "./playback-map.module.css";
import "../track/track-texts.ts";

interface PlaybackMapProps {
  thingsId: string;
  range: TimeSpan;
  /** Moved by what plays. */
  cursor: TrackCursor;
  onSeek(atMs: number): void;
}

/** DBC-07: the track of the played range, of 5,000 points at most; a click on it seeks. */
export function PlaybackMap({ thingsId, range, cursor, onSeek }: PlaybackMapProps) {
  const t = useText();
  const { track, error, isLoading, retry } = useTrack(thingsId, range, VIEW_POINTS);
  const [isFollowing, setFollowing] = useState(true);
  const scale = useMemo(() => track && scaleAround(track.line.speedKmh), [track]);
  if (error)
    return (
      <aside className={styles.part}>
        <FailedState title={t("places.track.failed")} trouble={troubleOf(error)} onRetry={retry} />
      </aside>
    );
  if (!track || !scale) return null;
  if (track.answer.total === 0) return <p className={styles.none}>{t("places.track.empty")}</p>;
  return (
    <aside className={styles.part} aria-label={t("places.track.label")}>
      <header>
        <TrackFacts answer={track.answer} isLoading={isLoading} />
        <Checkbox checked={isFollowing} onChange={setFollowing}>
          {t("places.track.follow")}
        </Checkbox>
      </header>
      <TrackMap
        track={track}
        cursor={cursor}
        colouredBy={{ name: t("places.track.speed"), unit: SPEED_UNIT }}
        values={track.line.speedKmh}
        scale={scale}
        hasStops={false}
        isFollowing={isFollowing}
        onSeek={onSeek}
      />
    </aside>
  );
}
