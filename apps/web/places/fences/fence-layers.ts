import { cutAtDateLine, fenceBox, outlineOf } from "@canopy/can/gps/fence-outline";
import { exitMarginM } from "@canopy/can/gps/fence-watch";
import type { Place } from "@canopy/can/gps/gcj02";
import { type Bounds, eastwardDeg } from "@canopy/can/gps/track";
import { type FenceShape, fenceOf } from "@canopy/contract/places/fence-shape";
import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import type { MapLayer } from "../map/map-part.ts";

const closed = (ring: readonly Place[]): Position[] =>
  [...ring, ...ring.slice(0, 1)].map(({ latitude, longitude }) => [longitude, latitude]);

const collectionOf = (geometries: readonly Geometry[]): FeatureCollection => ({
  type: "FeatureCollection",
  features: geometries.map((geometry): Feature => ({ type: "Feature", properties: {}, geometry })),
});

/** A shape under way may have too few corners to be drawn. */
const isDrawable = (shape: FenceShape): boolean =>
  !(shape.kind === "corridor" && shape.path.length < 2) && !(shape.kind === "polygon" && shape.corners.length < 2);

/** GPS-02: the areas, their borders, and dashed where leaving counts (GPS-03). */
export function fenceLayers(shapes: readonly FenceShape[], colour: string) {
  const fences = shapes.filter(isDrawable).map(fenceOf);
  const lines = (rings: readonly (readonly Place[])[]) =>
    collectionOf(rings.map((ring) => ({ type: "LineString", coordinates: closed(ring) })));
  const areas = fences.map((fence): Geometry => ({ type: "Polygon", coordinates: outlineOf(fence).map(closed) }));
  return {
    area: { kind: "areas", colour, opacity: 0.14, data: collectionOf(areas), order: 10 },
    border: { kind: "lines", colour, widthPx: 2, data: lines(fences.flatMap((fence) => outlineOf(fence))), order: 11 },
    exit: {
      kind: "lines",
      colour,
      widthPx: 1.25,
      dash: [4, 3],
      data: lines(fences.flatMap((fence) => outlineOf(fence, exitMarginM(fence)))),
      order: 11,
    },
  } as const satisfies Record<string, MapLayer>;
}

/** Around all of them; undefined: there is nothing to show. */
export function boundsOfShapes(shapes: readonly FenceShape[]): Bounds | undefined {
  const boxes = shapes.filter(isDrawable).map((shape) => fenceBox(fenceOf(shape), exitMarginM(fenceOf(shape))));
  const [first] = boxes;
  if (!first) return undefined;
  const near = boxes.map((box) => {
    const by = first.west + eastwardDeg(first.west, box.west) - box.west;
    return { ...box, west: box.west + by, east: box.east + by };
  });
  return {
    south: Math.min(...near.map(({ south }) => south)),
    north: Math.max(...near.map(({ north }) => north)),
    west: eastwardDeg(0, Math.min(...near.map(({ west }) => west))),
    east: eastwardDeg(0, Math.max(...near.map(({ east }) => east))),
  };
}

/** Whether a border goes across the date line: it is drawn in two parts and is one fence. */
export const isOnDateLine = (shape: FenceShape): boolean =>
  isDrawable(shape) && outlineOf(fenceOf(shape)).some((ring) => cutAtDateLine(ring).length > 1);
