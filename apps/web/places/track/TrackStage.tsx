import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { useStageHeight } from "../../ui/use-stage-height.ts";
import type { MapPart } from "../map/map-part.ts";
import { AlarmMarks } from "./AlarmMarks.tsx";
import { ColourLegend } from "./ColourLegend.tsx";
import type { ColourSignal, InStep } from "./in-step.ts";
import { MeasureFoot } from "./MeasureFoot.tsx";
import { SpeedCurve } from "./SpeedCurve.tsx";
import { TrackFences } from "./TrackFences.tsx";
import { TrackMap } from "./TrackMap.tsx";
import { SPEED_UNIT } from "./TrackMarks.tsx";
import { TrackPlayer } from "./TrackPlayer.tsx";
import { TripList } from "./TripList.tsx";
import styles from "./track.module.css";
import { type TrackAddress, writeScale } from "./track-address.ts";
import type { PlacedAlarm } from "./track-alarms.ts";
import { scaleAround, valuesOf } from "./track-colour.ts";
import type { TrackCursor } from "./track-cursor.ts";
import type { LoadedTrack } from "./track-query.ts";
import type { Player } from "./use-player.ts";
import { useTrackKeys } from "./use-track-keys.ts";
import "./track-texts.ts";

/** More than the padding of the map. */
const PLAYER_PX = 40;

interface TrackStageProps {
  track: LoadedTrack;
  range: TimeSpan;
  cursor: TrackCursor;
  player: Player;
  address: TrackAddress;
  trip: { readonly number: number; readonly span: TimeSpan } | undefined;
  /** Undefined: speed. */
  colouredBy: ColourSignal | undefined;
  hasFences: boolean;
  /** Undefined: not shown. */
  alarms: readonly PlacedAlarm[] | undefined;
  onAlarm(id: string): void;
  onSearch(changes: Readonly<Record<string, string | number | undefined>>): void;
  curves(inStep: InStep): ReactNode;
}

/** Trips, map and curves side by side, with one cursor. */
export function TrackStage(props: TrackStageProps) {
  const t = useText();
  const { track, range, cursor, player, address, trip, onSearch } = props;
  const [map, setMap] = useState<MapPart>();
  const { values, scale, shown } = useColour(props);
  const { bounds } = track.answer;
  useTrackKeys({
    player,
    onCursor: (name) => onSearch({ [name]: cursor.atMs === null ? undefined : Math.round(cursor.atMs) }),
    onFollow: () => onSearch({ follow: address.isFollowing ? undefined : 1 }),
    onFit: () => bounds && map?.fit(bounds, undefined, PLAYER_PX),
  });
  const stage = useRef<HTMLDivElement>(null);
  const style: CSSProperties & { "--stage-height": string } = { "--stage-height": `${useStageHeight(stage)}px` };
  return (
    <div ref={stage} className={styles.stage} style={style}>
      <TripList
        answer={track.answer}
        chosen={trip?.number}
        onTrip={(number) => onSearch({ trip: number })}
        onStop={player.seekTo}
      />
      <TrackMap
        track={track}
        cursor={cursor}
        colouredBy={shown}
        values={values}
        scale={scale}
        trip={trip?.span}
        hasStops={address.hasStops}
        measure={address.measure}
        isFollowing={address.isFollowing}
        footPx={PLAYER_PX}
        onSeek={player.seekTo}
        onMap={setMap}
      >
        {props.hasFences && <TrackFences />}
        {props.alarms && <AlarmMarks alarms={props.alarms} onAlarm={props.onAlarm} />}
        <ColourLegend {...shown} scale={scale} onScale={(next) => onSearch({ scale: writeScale(next) })} />
        <TrackPlayer
          range={range}
          cursor={cursor}
          player={player}
          isFollowing={address.isFollowing}
          onFollow={(on) => onSearch({ follow: on ? 1 : undefined })}
        />
      </TrackMap>
      <section className={styles.curves} aria-label={t("places.track.inStep")}>
        <header className={styles.paneHead}>
          <strong>{t("places.track.inStep")}</strong>
        </header>
        <div className={styles.curveList}>
          <SpeedCurve line={track.line} range={range} cursor={cursor} onSeek={player.seekTo} />
          {props.curves({ range, cursor, onSeek: player.seekTo })}
        </div>
        <MeasureFoot line={track.line} at={address.measure} />
      </section>
    </div>
  );
}

function useColour({ track: { line }, colouredBy, address }: TrackStageProps) {
  const t = useText();
  const series = colouredBy?.series;
  const speed = t("places.track.speed");
  const isSpeed = colouredBy === undefined;
  const values = useMemo(() => {
    if (isSpeed) return line.speedKmh;
    return series ? valuesOf(line, series) : new Float64Array(line.count).fill(Number.NaN);
  }, [line, series, isSpeed]);
  const scale = useMemo(() => address.scale ?? scaleAround(values), [address.scale, values]);
  const shown = isSpeed ? { name: speed, unit: SPEED_UNIT } : { name: colouredBy.name, unit: series?.unit ?? "" };
  return { values, scale, shown };
}
