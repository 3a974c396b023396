import type { TrackAnswer } from "@canopy/contract/places/tracks";
import { useMemo } from "react";
import { formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { type JourneyRow, journeyRows } from "./journey-rows.ts";
import { SPEED_UNIT } from "./TrackMarks.tsx";
import styles from "./track.module.css";
import "./track-texts.ts";

interface TripListProps {
  answer: TrackAnswer;
  /** Number of the chosen trip. */
  chosen: number | undefined;
  /** The same again: none. */
  onTrip(number: number | undefined): void;
  onStop(atMs: number): void;
}

/** Trips, stops and times without a position, in their order, and their sums. */
export function TripList({ answer, chosen, onTrip, onStop }: TripListProps) {
  const t = useText();
  const formats = useTimeFormats();
  const rows = useMemo(() => journeyRows(answer), [answer]);
  const { trips, stops, distance_m, moving_ms, mean_speed_kmh } = answer;
  return (
    <section className={styles.trips} aria-label={t("places.track.trips")}>
      <header className={styles.paneHead}>
        <strong>{t("places.track.trips")}</strong>
        <span>{t("places.track.tripsOf", { trips: trips.length, stops: stops.length })}</span>
      </header>
      <ol className={styles.rows}>
        {rows.map((row) => (
          <li key={`${row.kind}${startOf(row)}`}>
            <Row row={row} chosen={chosen} onTrip={onTrip} onStop={onStop} />
          </li>
        ))}
        {trips.length === 0 && <li className={styles.noTrips}>{t("places.track.noTrips")}</li>}
      </ol>
      <footer className={styles.total}>
        <span>{t("places.track.total")}</span>
        <strong>{formatQuantity(distance_m / 1000, "km", { digits: 1 })}</strong>
        <small>{t("places.track.moving", { time: formats.duration(moving_ms) })}</small>
        <small>
          {t("places.track.meanSpeed")} {formatQuantity(mean_speed_kmh, SPEED_UNIT, { digits: 1 })}
        </small>
      </footer>
    </section>
  );
}

const startOf = (row: JourneyRow) =>
  row.kind === "trip" ? row.trip.start_time : row.kind === "stop" ? row.stop.start_time : row.start_time;

type RowProps = Pick<TripListProps, "chosen" | "onTrip" | "onStop"> & { row: JourneyRow };

function Row({ row, chosen, onTrip, onStop }: RowProps) {
  const t = useText();
  const formats = useTimeFormats();
  const clock = (atMs: number) => formats.time(atMs, "minute").slice(11);
  if (row.kind === "gap")
    return (
      <div className={styles.pause} data-kind="gap">
        <span className={styles.hatch} />
        {t("places.track.gap")} {formats.duration(row.end_time - row.start_time)}
      </div>
    );
  if (row.kind === "stop")
    return (
      <button type="button" className={styles.pause} onClick={() => onStop(row.stop.start_time)}>
        <span className={styles.parked}>P</span>
        {formats.duration(row.stop.end_time - row.stop.start_time)}
        <small>{clock(row.stop.start_time)}</small>
      </button>
    );
  const { number, trip } = row;
  const isChosen = number === chosen;
  const [from, to] = [clock(trip.start_time), clock(trip.end_time)];
  return (
    <button
      type="button"
      className={styles.trip}
      aria-pressed={isChosen}
      onClick={() => onTrip(isChosen ? undefined : number)}
    >
      <span className={styles.number}>{number}</span>
      <strong>
        {from} – {to}
      </strong>
      <b>{formatQuantity(trip.distance_m / 1000, "km", { digits: 1 })}</b>
      <small>{formats.duration(trip.end_time - trip.start_time)}</small>
      <small>∅ {formatQuantity(trip.mean_speed_kmh, SPEED_UNIT, { digits: 1 })}</small>
      {isChosen && (
        <small className={styles.more}>
          {t("places.track.maxSpeed")} {formatQuantity(trip.max_speed_kmh, SPEED_UNIT, { digits: 1 })}
        </small>
      )}
    </button>
  );
}
