import "maplibre-gl/dist/maplibre-gl.css";
import type { Place } from "@canopy/can/gps/gcj02";
import type { Bounds } from "@canopy/can/gps/track";
import type { FeatureCollection } from "geojson";
import { GeoJSONSource, Map as LibreMap, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { type Datum, datumOf } from "./datum.ts";
import { gridFeatures } from "./grid.ts";
import { GRID, groundPaint, groundStyle, LAND } from "./ground-style.ts";
import { type LandDetail, landDetail, loadLand } from "./land.ts";
import { LayerStack } from "./layer-stack.ts";
import type { GroundLook, MapLayer, MapPart, MapPointer, TileSource } from "./map-part.ts";
import { fitted, MAX_ZOOM, type MapPoint, type MapView, MIN_ZOOM, project, unproject } from "./mercator.ts";
import { Pointers } from "./pointers.ts";

setWorkerUrl(workerUrl);

const DEFAULT_PADDING_PX = 48;

interface WebglMapOptions {
  readonly box: HTMLElement;
  readonly view: Pick<MapView, "centre" | "zoom">;
  readonly ground: GroundLook;
  readonly tiles: TileSource | undefined;
}

/** Rejects where the browser has no WebGL. */
export async function createWebglMap(options: WebglMapOptions): Promise<MapPart> {
  const { box, view, ground, tiles } = options;
  const datum = datumOf(tiles);
  const map = new LibreMap({
    container: box,
    style: groundStyle(ground, tiles),
    center: lngLat(datum.shown(view.centre)),
    zoom: view.zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxPitch: 0,
    dragRotate: false,
    touchPitch: false,
    attributionControl: false,
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  await new Promise<void>((resolve, reject) => {
    map.once("style.load", () => resolve());
    map.once("error", ({ error }) => reject(error));
  });
  return new WebglMap(map, box, datum, tiles !== undefined);
}

const lngLat = ({ longitude, latitude }: Place): [number, number] => [longitude, latitude];

class WebglMap implements MapPart {
  readonly kind = "webgl";
  readonly #map: LibreMap;
  readonly #box: HTMLElement;
  readonly #datum: Datum;
  readonly #layers: LayerStack;
  readonly #pointers: Pointers;
  readonly #views = new Set<() => void>();
  #landDetail: LandDetail | undefined;
  #isGone = false;

  constructor(map: LibreMap, box: HTMLElement, datum: Datum, hasTiles: boolean) {
    this.#map = map;
    this.#box = box;
    this.#datum = datum;
    this.#layers = new LayerStack(map);
    this.#pointers = new Pointers(box, (point) => this.unproject(point));
    map.on("move", this.#changed);
    map.on("resize", this.#changed);
    map.on("idle", () => {
      if (box.ariaBusy) box.ariaBusy = "false";
    });
    if (hasTiles) return;
    map.on("moveend", this.#drawGround);
    map.on("resize", this.#drawGround);
    this.#drawGround();
  }

  view(): MapView {
    const { lng, lat } = this.#map.getCenter();
    const centre = this.#datum.stored({ longitude: lng, latitude: lat });
    return { centre, zoom: this.#map.getZoom(), ...this.#size() };
  }

  setView({ centre, zoom }: Pick<MapView, "centre" | "zoom">): void {
    this.#map.jumpTo({ center: lngLat(this.#datum.shown(centre)), zoom });
  }

  fit(bounds: Bounds, paddingPx = DEFAULT_PADDING_PX, footPx = 0): void {
    this.setView(fitted(bounds, this.#size(), paddingPx, footPx));
  }

  project(place: Place): MapPoint {
    return project(this.#shownView(), this.#datum.shown(place));
  }

  unproject(point: MapPoint): Place {
    return this.#datum.stored(unproject(this.#shownView(), point));
  }

  setLayer(key: string, layer: MapLayer): void {
    this.#box.ariaBusy = "true";
    this.#layers.set(key, { ...layer, data: this.#datum.shownFeatures(layer.data) });
    this.#map.triggerRepaint();
  }

  removeLayer(key: string): void {
    // A page that goes takes its map away before the layers on it.
    if (!this.#isGone) this.#layers.remove(key);
  }

  setGround(look: GroundLook): void {
    for (const { layer, name, value } of groundPaint(look))
      if (this.#map.getLayer(layer)) this.#map.setPaintProperty(layer, name, value);
  }

  setPanning(isOn: boolean): void {
    const { dragPan, doubleClickZoom } = this.#map;
    for (const handler of [dragPan, doubleClickZoom]) isOn ? handler.enable() : handler.disable();
  }

  onView(listener: () => void): () => void {
    this.#views.add(listener);
    return () => this.#views.delete(listener);
  }

  onPointer(listener: (event: MapPointer) => void): () => void {
    return this.#pointers.listen(listener);
  }

  destroy(): void {
    this.#isGone = true;
    this.#views.clear();
    this.#pointers.end();
    this.#map.remove();
  }

  #size = (): Pick<MapView, "width" | "height"> => ({ width: this.#box.clientWidth, height: this.#box.clientHeight });

  /** In the datum of the tiles. */
  #shownView(): MapView {
    const { lng, lat } = this.#map.getCenter();
    return { centre: { longitude: lng, latitude: lat }, zoom: this.#map.getZoom(), ...this.#size() };
  }

  #changed = (): void => {
    for (const listener of this.#views) listener();
  };

  #drawGround = (): void => {
    const view = this.#shownView();
    this.#setData(GRID, gridFeatures(view));
    const wanted = landDetail(view.zoom);
    if (this.#landDetail === wanted || this.#landDetail === "fine") return;
    this.#landDetail = wanted;
    const forget = () => {
      this.#landDetail = undefined;
    };
    // Without its land the map still shows all positions.
    loadLand(wanted).then((land) => this.#setData(LAND, land), forget);
  };

  #setData(source: string, data: FeatureCollection): void {
    const found = this.#map.getSource(source);
    if (found instanceof GeoJSONSource) found.setData(data);
  }
}
