import type { TrackAnswer } from "@canopy/contract/places/tracks";
import { Navigation } from "lucide-react";
import { formatNumber, formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { MapMark } from "../map/MapMark.tsx";
import styles from "./track.module.css";
import type { TrackSeries } from "./track-colour.ts";
import { type TrackCursor, useShownMs } from "./track-cursor.ts";
import { nearestInTime, placeAt, type TrackLine } from "./track-line.ts";
import "./track-texts.ts";

export function StopMarks({ stops, onStop }: { stops: TrackAnswer["stops"]; onStop(atMs: number): void }) {
  const formats = useTimeFormats();
  return stops.map(({ start_time, end_time, latitude, longitude }) => (
    <MapMark key={start_time} at={{ latitude, longitude }} order={2}>
      <button
        type="button"
        className={styles.stop}
        title={`${formats.time(start_time, "minute")} – ${formats.time(end_time, "minute").slice(11)}`}
        onClick={() => onStop(start_time)}
      >
        <span>P</span> {formats.duration(end_time - start_time)}
      </button>
    </MapMark>
  ));
}

/** The cursors A and B, where they are set. */
export function MeasureMarks({ line, at }: { line: TrackLine; at: Readonly<Record<"A" | "B", number | null>> }) {
  return (["A", "B"] as const).map((name) => {
    const index = at[name] === null ? undefined : nearestInTime(line, at[name]);
    if (index === undefined) return null;
    return (
      <MapMark key={name} at={placeAt(line, index)} anchor="bottom" order={4}>
        <span className={styles.pin}>{name}</span>
      </MapMark>
    );
  });
}

interface CursorMarkProps {
  line: TrackLine;
  cursor: TrackCursor;
  /** The colouring quantity, and its values at the positions. */
  colouredBy: Pick<TrackSeries, "name" | "unit">;
  values: Float64Array;
}

/** The stored position nearest to the cursor, with what is known of it. */
export function CursorMark({ line, cursor, colouredBy, values }: CursorMarkProps) {
  const t = useText();
  const formats = useTimeFormats();
  const shownMs = useShownMs(cursor);
  const index = shownMs === null ? undefined : nearestInTime(line, shownMs);
  if (index === undefined) return null;
  const { latitude, longitude } = placeAt(line, index);
  const course = line.course[index] as number;
  const isSpeed = colouredBy.unit === SPEED_UNIT;
  return (
    <MapMark at={{ latitude, longitude }} order={5}>
      <span className={styles.vehicle} style={{ rotate: `${Number.isNaN(course) ? 0 : course}deg` }}>
        <Icon of={Navigation} size={16} />
      </span>
      <div className={styles.readout} role="status" aria-live="off" data-testid="track-readout">
        <strong className="mono">{formats.time(line.time[index], "second").slice(11)}</strong>
        {!Number.isNaN(course) && <span>{t("places.track.heading", { degrees: Math.round(course) })}</span>}
        <b>{formatQuantity(line.speedKmh[index], SPEED_UNIT, { digits: 1 })}</b>
        {!isSpeed && (
          <span>
            {colouredBy.name} {formatQuantity(values[index], colouredBy.unit)}
          </span>
        )}
        <small className="mono">
          {formatNumber(latitude, { digits: 5 })}, {formatNumber(onGlobe(longitude), { digits: 5 })}
        </small>
      </div>
    </MapMark>
  );
}

export const SPEED_UNIT = "km/h";

const onGlobe = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
