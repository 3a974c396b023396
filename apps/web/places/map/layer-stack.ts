import type { FeatureCollection } from "geojson";
import {
  type ExpressionSpecification,
  GeoJSONSource,
  type LayerSpecification,
  type Map as LibreMap,
} from "maplibre-gl";
import type { LayerLook, MapLayer } from "./map-part.ts";

interface Standing {
  readonly order: number;
  readonly look: string;
  readonly ids: readonly string[];
  data: FeatureCollection;
}

/** The layers of a map above its ground, by key. */
export class LayerStack {
  readonly #map: LibreMap;
  readonly #standing = new Map<string, Standing>();

  constructor(map: LibreMap) {
    this.#map = map;
  }

  set(key: string, { data, order, ...look }: MapLayer): void {
    const known = this.#standing.get(key);
    const asText = JSON.stringify(look);
    if (known && known.look === asText && known.order === order) {
      if (known.data !== data) this.#sourceOf(key)?.setData(data);
      known.data = data;
      return;
    }
    this.remove(key);
    const layers = libreLayers(key, look);
    this.#map.addSource(key, { type: "geojson", data, tolerance: TOLERANCE });
    const above = this.#firstAbove(order);
    for (const layer of layers) this.#map.addLayer(layer, above);
    this.#standing.set(key, { order, look: asText, ids: layers.map(({ id }) => id), data });
  }

  remove(key: string): void {
    const known = this.#standing.get(key);
    if (!known) return;
    for (const id of known.ids) this.#map.removeLayer(id);
    this.#map.removeSource(key);
    this.#standing.delete(key);
  }

  #sourceOf(key: string): GeoJSONSource | undefined {
    const source = this.#map.getSource(key);
    return source instanceof GeoJSONSource ? source : undefined;
  }

  #firstAbove(order: number): string | undefined {
    const above = [...this.#standing.values()].filter((one) => one.order > order);
    above.sort((a, b) => a.order - b.order);
    return above[0]?.ids[0];
  }
}

/** In pixels: bends that nobody would see are left out of a tile. */
const TOLERANCE = 0.2;

const colourOr = (name: string, fallback: string): ExpressionSpecification => ["coalesce", ["get", name], fallback];

function libreLayers(source: string, look: LayerLook): LayerSpecification[] {
  if (look.kind === "areas") {
    const paint = { "fill-color": colourOr("colour", look.colour), "fill-opacity": look.opacity };
    return [{ id: source, type: "fill", source, paint }];
  }
  if (look.kind === "points") {
    const paint = {
      "circle-color": colourOr("colour", look.colour),
      "circle-radius": look.radiusPx,
      "circle-stroke-color": colourOr("edge", look.edge),
      "circle-stroke-width": look.edgePx,
    };
    return [{ id: source, type: "circle", source, paint }];
  }
  const layout = { "line-cap": "round" as const, "line-join": "round" as const };
  const { casing, dash } = look;
  const below: LayerSpecification[] = casing
    ? [
        {
          id: `${source}:casing`,
          type: "line",
          source,
          layout,
          paint: { "line-color": casing.colour, "line-width": casing.widthPx },
        },
      ]
    : [];
  const paint = {
    "line-color": colourOr("colour", look.colour),
    "line-width": look.widthPx,
    ...(dash && { "line-dasharray": [...dash] }),
  };
  return [...below, { id: source, type: "line", source, layout: dash ? {} : layout, paint }];
}
