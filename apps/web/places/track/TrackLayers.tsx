import type { TrackAnswer } from "@canopy/contract/places/tracks";
import { useMemo } from "react";
import { useTheme } from "../../platform/theme.ts";
import { PALETTE, TRACK_COLOURS } from "../../ui/marks/palette.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { useMapLayer } from "../map/map-context.ts";
import type { MapLayer } from "../map/map-part.ts";
import { type ColourScale, colouredLines, openEnds, points } from "./track-colour.ts";
import type { LoadedTrack } from "./track-query.ts";

const LINE_PX = 4;
const CASING_PX = 7.5;
const THIN_PX = 2;

interface TrackLayersProps {
  track: LoadedTrack;
  values: Float64Array;
  scale: ColourScale;
  /** The chosen trip; the rest of the line is thin and grey. */
  trip?: TimeSpan | undefined;
}

/** The coloured line, its open ends and the positions that jumped. */
export function TrackLayers({ track: { line, answer }, values, scale, trip }: TrackLayersProps) {
  const theme = useTheme();
  const { off, surface, text2 } = PALETTE[theme];
  const colours = TRACK_COLOURS[theme];
  const coloured = useMemo(
    (): MapLayer => ({
      kind: "lines",
      order: 20,
      colour: off,
      widthPx: LINE_PX,
      casing: { colour: surface, widthPx: CASING_PX },
      data: colouredLines(line, { values, scale, colours, unknown: off, span: trip }),
    }),
    [line, values, scale, colours, off, surface, trip],
  );
  const others = useMemo(
    (): MapLayer | undefined =>
      trip && {
        kind: "lines",
        order: 10,
        colour: off,
        widthPx: THIN_PX,
        data: colouredLines(line, { values, scale, colours: [off], unknown: off }),
      },
    [line, values, scale, off, trip],
  );
  const hollow = useMemo(
    (): Omit<MapLayer & { kind: "points" }, "data"> => ({
      kind: "points",
      order: 30,
      colour: surface,
      radiusPx: 3,
      edge: text2,
      edgePx: 1.5,
    }),
    [surface, text2],
  );
  const ends = useMemo((): MapLayer => ({ ...hollow, data: openEnds(line) }), [hollow, line]);
  const jumps = useMemo((): MapLayer => ({ ...hollow, data: jumpPoints(answer.jumps) }), [hollow, answer]);
  useMapLayer("track-others", others);
  useMapLayer("track", coloured);
  useMapLayer("track-ends", ends);
  useMapLayer("track-jumps", jumps);
  return null;
}

const jumpPoints = (jumps: TrackAnswer["jumps"]) =>
  points(jumps.map(({ longitude, latitude }) => [longitude, latitude]));
