import { fromGcj02, type Place, toGcj02 } from "@canopy/can/gps/gcj02";
import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import type { TileSource } from "./map-part.ts";

/** Between places as they are stored (WGS-84) and as the tiles of the map show them. */
export interface Datum {
  shown(place: Place): Place;
  stored(place: Place): Place;
  shownFeatures(data: FeatureCollection): FeatureCollection;
}

const same = <T>(value: T): T => value;
const WGS84: Datum = { shown: same, stored: same, shownFeatures: same };
const GCJ02: Datum = { shown: toGcj02, stored: fromGcj02, shownFeatures };

export const datumOf = (tiles: TileSource | undefined): Datum => (tiles?.datum === "gcj02" ? GCJ02 : WGS84);

function shownFeatures(data: FeatureCollection): FeatureCollection {
  return { ...data, features: data.features.map(shownFeature) };
}

const shownFeature = (feature: Feature): Feature => ({ ...feature, geometry: shownGeometry(feature.geometry) });

function shownPosition([longitude = 0, latitude = 0]: Position): Position {
  const place = toGcj02({ latitude, longitude });
  return [place.longitude, place.latitude];
}

const shownLine = (line: Position[]) => line.map(shownPosition);
const shownLines = (lines: Position[][]) => lines.map(shownLine);

function shownGeometry(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case "Point":
      return { ...geometry, coordinates: shownPosition(geometry.coordinates) };
    case "MultiPoint":
    case "LineString":
      return { ...geometry, coordinates: shownLine(geometry.coordinates) };
    case "MultiLineString":
    case "Polygon":
      return { ...geometry, coordinates: shownLines(geometry.coordinates) };
    case "MultiPolygon":
      return { ...geometry, coordinates: geometry.coordinates.map(shownLines) };
    case "GeometryCollection":
      return { ...geometry, geometries: geometry.geometries.map(shownGeometry) };
  }
}
