import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { dataOf } from "@canopy/contract/alarms/rule-content";
import { useMemo } from "react";
import { TrackFences } from "../../places/track/TrackFences.tsx";
import { TrackMap } from "../../places/track/TrackMap.tsx";
import { SPEED_UNIT } from "../../places/track/TrackMarks.tsx";
import { scaleAround } from "../../places/track/track-colour.ts";
import { TrackCursor } from "../../places/track/track-cursor.ts";
import { useTrack, VIEW_POINTS } from "../../places/track/track-query.ts";
import { useText } from "../../platform/i18n.ts";
import styles from "./centre.module.css";
import { windowOf } from "./evidence.ts";
import "../texts.ts";

/** TRG-05, GPS-03: where the device was in the ten minutes, and at the start of the alarm; nothing without a position. */
export function EvidenceMap({ event: { things_id, start_time, conditions } }: { event: AlarmEvent }) {
  const t = useText();
  const span = useMemo(() => windowOf({ start_time }), [start_time]);
  const { track } = useTrack(things_id, span, VIEW_POINTS);
  const scale = useMemo(() => track && scaleAround(track.line.speedKmh), [track]);
  const cursor = useMemo(() => new TrackCursor(start_time), [start_time]);
  if (!track || !scale || track.answer.total === 0) return null;
  return (
    <div className={styles.map}>
      <TrackMap
        track={track}
        cursor={cursor}
        colouredBy={{ name: t("places.track.speed"), unit: SPEED_UNIT }}
        values={track.line.speedKmh}
        scale={scale}
        hasStops={false}
        isFollowing={false}
        onSeek={(atMs) => cursor.moveTo(atMs)}
      >
        {dataOf(conditions) === "fence" && <TrackFences />}
      </TrackMap>
    </div>
  );
}
