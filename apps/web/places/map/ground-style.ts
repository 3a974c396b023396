import type { StyleSpecification } from "maplibre-gl";
import type { GroundLook, TileSource } from "./map-part.ts";

export const LAND = "land";
export const GRID = "grid";
const TILES = "tiles";
const TILE_SIZE_PX = 256;
const NOTHING = { type: "FeatureCollection" as const, features: [] };

/** Water, land and a grid; with tiles, the tiles. */
export function groundStyle(look: GroundLook, tiles: TileSource | undefined): StyleSpecification {
  const background = { id: "water", type: "background" as const, paint: { "background-color": look.water } };
  if (tiles)
    return {
      version: 8,
      sources: { [TILES]: { type: "raster", tiles: [tiles.url], tileSize: TILE_SIZE_PX } },
      layers: [background, { id: TILES, type: "raster", source: TILES }],
    };
  return {
    version: 8,
    sources: { [LAND]: { type: "geojson", data: NOTHING }, [GRID]: { type: "geojson", data: NOTHING } },
    layers: [
      background,
      { id: LAND, type: "fill", source: LAND, paint: { "fill-color": look.land } },
      { id: "coast", type: "line", source: LAND, paint: { "line-color": look.coast } },
      { id: GRID, type: "line", source: GRID, paint: { "line-color": look.grid } },
    ],
  };
}

/** What changes with the theme. */
export const groundPaint = (look: GroundLook) =>
  [
    { layer: "water", name: "background-color", value: look.water },
    { layer: LAND, name: "fill-color", value: look.land },
    { layer: "coast", name: "line-color", value: look.coast },
    { layer: GRID, name: "line-color", value: look.grid },
  ] as const;
