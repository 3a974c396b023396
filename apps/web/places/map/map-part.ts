import type { Place } from "@canopy/can/gps/gcj02";
import type { Bounds } from "@canopy/can/gps/track";
import type { FeatureCollection } from "geojson";
import type { MapPoint, MapView } from "./mercator.ts";

/** A line: `colour` of a feature's properties wins over that of the layer. */
interface LineLayer {
  readonly kind: "lines";
  readonly colour: string;
  readonly widthPx: number;
  /** Drawn below the line, wider than it. */
  readonly casing?: { readonly colour: string; readonly widthPx: number };
  /** In widths of the line. */
  readonly dash?: readonly [number, number];
}

interface AreaLayer {
  readonly kind: "areas";
  readonly colour: string;
  readonly opacity: number;
}

/** Circles: `colour` and `edge` of a feature's properties win over those of the layer. */
interface PointLayer {
  readonly kind: "points";
  readonly colour: string;
  readonly radiusPx: number;
  readonly edge: string;
  readonly edgePx: number;
}

export type LayerLook = LineLayer | AreaLayer | PointLayer;

export type MapLayer = LayerLook & {
  /** WGS-84. Longitudes go on beyond 180 where a line crosses the date line. */
  readonly data: FeatureCollection;
  /** Layers of a higher order lie above. */
  readonly order: number;
};

/** Colours of the ground. */
export interface GroundLook {
  readonly land: string;
  readonly water: string;
  readonly coast: string;
  readonly grid: string;
}

/** A tile server of the operator's choice. */
export interface TileSource {
  readonly url: string;
  readonly credit: string;
  /** In which the tiles are drawn; positions are shown in it and stay stored in WGS-84. */
  readonly datum: "wgs84" | "gcj02";
}

/**
 * A map without its controls. Places are WGS-84; points are CSS pixels from the top left corner of the map. North is up.
 */
export interface MapPart {
  readonly kind: "webgl" | "canvas";
  view(): MapView;
  setView(view: Pick<MapView, "centre" | "zoom">): void;
  /** Shows all of an area above a strip of `footPx`; at most at a zoom of a few streets. */
  fit(bounds: Bounds, paddingPx?: number, footPx?: number): void;
  project(place: Place): MapPoint;
  unproject(point: MapPoint): Place;
  /** Adds a layer or takes the place of that with the same key. `aria-busy` of the box is true until it is drawn. */
  setLayer(key: string, layer: MapLayer): void;
  removeLayer(key: string): void;
  setGround(look: GroundLook): void;
  /** Off while something on the map is dragged. */
  setPanning(isOn: boolean): void;
  /** After each change of the view. */
  onView(listener: () => void): () => void;
  onPointer(listener: (event: MapPointer) => void): () => void;
  destroy(): void;
}

export interface MapPointer extends MapPoint {
  /** A press and a release at one place is a click. */
  readonly kind: "down" | "move" | "up" | "click" | "leave";
  readonly at: Place;
  readonly event: PointerEvent;
}
