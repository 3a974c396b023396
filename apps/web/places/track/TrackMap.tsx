import type { Bounds } from "@canopy/can/gps/track";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { keepInView } from "../map/keep-in-view.ts";
import { MapBox } from "../map/MapBox.tsx";
import type { MapPart, MapPointer } from "../map/map-part.ts";
import { NearestOnMap } from "./nearest-on-map.ts";
import { TrackLayers } from "./TrackLayers.tsx";
import { CursorMark, MeasureMarks, StopMarks } from "./TrackMarks.tsx";
import type { ColourScale, TrackSeries } from "./track-colour.ts";
import type { TrackCursor } from "./track-cursor.ts";
import { indexFrom, nearestInTime, placeAt, type TrackLine } from "./track-line.ts";
import type { LoadedTrack } from "./track-query.ts";
import "./track-texts.ts";

const HIT_PX = 14;

export interface TrackMapProps {
  track: LoadedTrack;
  cursor: TrackCursor;
  colouredBy: Pick<TrackSeries, "name" | "unit">;
  values: Float64Array;
  scale: ColourScale;
  trip?: TimeSpan | undefined;
  hasStops: boolean;
  measure?: Readonly<Record<"A" | "B", number | null>>;
  isFollowing: boolean;
  /** Height of a panel at the bottom. */
  footPx?: number;
  onSeek(atMs: number): void;
  onMap?(map: MapPart | undefined): void;
  /** Legend, player and others on the map. */
  children?: ReactNode;
}

/** The map of a track with one cursor: hovering shows a stored position, a click puts the cursor there. */
export function TrackMap(props: TrackMapProps) {
  const t = useText();
  const { track, cursor, trip, onSeek } = props;
  const { line, answer } = track;
  const [map, setMap] = useState<MapPart>();
  const shown = useMemo(() => (trip ? boundsOfSpan(line, trip) : undefined), [line, trip]);
  const bounds = shown ?? answer.bounds ?? undefined;
  useFitted(map, bounds, props.footPx);
  usePointing(map, line, cursor, onSeek);
  useFollowing(map, props);
  return (
    <MapBox
      label={t("places.track.map")}
      home={bounds}
      footPx={props.footPx}
      onMap={(made) => {
        setMap(made);
        props.onMap?.(made);
      }}
    >
      <TrackLayers track={track} values={props.values} scale={props.scale} trip={trip} />
      {props.hasStops && <StopMarks stops={answer.stops} onStop={onSeek} />}
      {props.measure && <MeasureMarks line={line} at={props.measure} />}
      <CursorMark line={line} cursor={cursor} colouredBy={props.colouredBy} values={props.values} />
      {props.children}
    </MapBox>
  );
}

/** Another area is shown whole; the same area again, from a finer line, moves nothing. */
function useFitted(map: MapPart | undefined, bounds: Bounds | undefined, footPx: number | undefined): void {
  const { south, north, west, east } = bounds ?? { south: 0, north: 0, west: 0, east: 0 };
  const isKnown = bounds !== undefined;
  useEffect(() => {
    if (isKnown) map?.fit({ south, north, west, east }, undefined, footPx);
  }, [map, isKnown, south, north, west, east, footPx]);
}

function usePointing(
  map: MapPart | undefined,
  line: TrackLine,
  cursor: TrackCursor,
  onSeek: TrackMapProps["onSeek"],
): void {
  const nearest = useMemo(() => new NearestOnMap(line), [line]);
  const pointed = useEffectEvent((pointer: MapPointer) => {
    if (!map) return;
    if (pointer.kind === "leave") return cursor.hover(null);
    if (pointer.event.buttons !== 0 && pointer.kind === "move") return;
    const { x, y } = map.project(pointer.at);
    const found = nearest.find(map.view(), { x, y }, HIT_PX);
    const atMs = found === undefined ? null : (line.time[found] as number);
    if (pointer.kind === "move") cursor.hover(atMs);
    if (pointer.kind === "click" && atMs !== null) onSeek(atMs);
  });
  useEffect(() => map?.onPointer(pointed), [map]);
}

function useFollowing(map: MapPart | undefined, { isFollowing, cursor, track: { line } }: TrackMapProps): void {
  const follow = useEffectEvent(() => {
    const index = cursor.atMs === null ? undefined : nearestInTime(line, cursor.atMs);
    if (!map || index === undefined) return;
    keepInView(map, placeAt(line, index));
  });
  useEffect(() => {
    if (!isFollowing) return;
    follow();
    return cursor.subscribe(follow);
  }, [isFollowing, cursor]);
}

function boundsOfSpan(line: TrackLine, { fromMs, toMs }: TimeSpan): Bounds | undefined {
  const from = indexFrom(line, fromMs);
  const to = indexFrom(line, toMs + 1);
  if (to <= from) return undefined;
  const latitudes = line.latitude.subarray(from, to);
  const longitudes = line.longitude.subarray(from, to);
  const least = (column: Float64Array) => column.reduce((a, b) => Math.min(a, b));
  const most = (column: Float64Array) => column.reduce((a, b) => Math.max(a, b));
  return { south: least(latitudes), north: most(latitudes), west: least(longitudes), east: most(longitudes) };
}
