import type { Place } from "@canopy/can/gps/gcj02";
import type { Bounds } from "@canopy/can/gps/track";
import { CanvasGestures } from "./canvas-gestures.ts";
import { type Datum, datumOf } from "./datum.ts";
import { gridFeatures } from "./grid.ts";
import { type LandDetail, landDetail } from "./land.ts";
import { landShapes } from "./land-shapes.ts";
import type { GroundLook, MapLayer, MapPart, MapPointer, TileSource } from "./map-part.ts";
import { fitted, type MapPoint, type MapView, project, unproject } from "./mercator.ts";
import { paintLayer, type Shapes, shapesOf } from "./paint-layer.ts";
import { Pointers } from "./pointers.ts";
import { TilePainter } from "./tile-painter.ts";

const DEFAULT_PADDING_PX = 48;

interface CanvasMapOptions {
  readonly box: HTMLElement;
  readonly view: Pick<MapView, "centre" | "zoom">;
  readonly ground: GroundLook;
  readonly tiles: TileSource | undefined;
}

interface LandShapes {
  readonly detail: LandDetail;
  shapes?: Shapes;
}

/** The map of a browser without WebGL: the same ground, layers and gestures on a plain canvas. */
export class CanvasMap implements MapPart {
  readonly kind = "canvas";
  readonly #box: HTMLElement;
  readonly #canvas = document.createElement("canvas");
  readonly #datum: Datum;
  readonly #layers = new Map<string, { layer: MapLayer; shapes: Shapes }>();
  readonly #pointers: Pointers;
  readonly #gestures: CanvasGestures;
  readonly #views = new Set<() => void>();
  readonly #sized: ResizeObserver;
  readonly #tiles: TilePainter | undefined;
  #ground: GroundLook;
  #shown: Pick<MapView, "centre" | "zoom">;
  #land: LandShapes | undefined;
  #frame = 0;

  constructor({ box, view, ground, tiles }: CanvasMapOptions) {
    this.#box = box;
    this.#datum = datumOf(tiles);
    this.#ground = ground;
    this.#shown = { centre: this.#datum.shown(view.centre), zoom: view.zoom };
    this.#tiles = tiles && new TilePainter(tiles.url, this.#draw);
    Object.assign(this.#canvas.style, { width: "100%", height: "100%", display: "block", touchAction: "none" });
    this.#canvas.tabIndex = 0;
    box.append(this.#canvas);
    this.#pointers = new Pointers(box, (point) => this.unproject(point));
    this.#gestures = new CanvasGestures(this.#canvas, () => this.#view(), this.#show);
    this.#sized = new ResizeObserver(this.#changed);
    this.#sized.observe(box);
    this.#draw();
  }

  view(): MapView {
    return { ...this.#view(), centre: this.#datum.stored(this.#shown.centre) };
  }

  setView({ centre, zoom }: Pick<MapView, "centre" | "zoom">): void {
    this.#show({ centre: this.#datum.shown(centre), zoom });
  }

  fit(bounds: Bounds, paddingPx = DEFAULT_PADDING_PX, footPx = 0): void {
    this.setView(fitted(bounds, this.#view(), paddingPx, footPx));
  }

  project(place: Place): MapPoint {
    return project(this.#view(), this.#datum.shown(place));
  }

  unproject(point: MapPoint): Place {
    return this.#datum.stored(unproject(this.#view(), point));
  }

  setLayer(key: string, layer: MapLayer): void {
    const known = this.#layers.get(key);
    const shapes = known?.layer.data === layer.data ? known.shapes : shapesOf(this.#datum.shownFeatures(layer.data));
    this.#layers.set(key, { layer, shapes });
    this.#box.ariaBusy = "true";
    this.#draw();
  }

  removeLayer(key: string): void {
    if (this.#layers.delete(key)) this.#draw();
  }

  setGround(look: GroundLook): void {
    this.#ground = look;
    this.#draw();
  }

  setPanning(isOn: boolean): void {
    this.#gestures.isOn = isOn;
  }

  onView(listener: () => void): () => void {
    this.#views.add(listener);
    return () => this.#views.delete(listener);
  }

  onPointer(listener: (event: MapPointer) => void): () => void {
    return this.#pointers.listen(listener);
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#views.clear();
    this.#pointers.end();
    this.#gestures.end();
    this.#sized.disconnect();
    this.#canvas.remove();
  }

  /** In the datum of the tiles. */
  #view(): MapView {
    return { ...this.#shown, width: this.#box.clientWidth, height: this.#box.clientHeight };
  }

  #show = ({ centre, zoom }: Pick<MapView, "centre" | "zoom">): void => {
    this.#shown = { centre, zoom };
    this.#changed();
  };

  #changed = (): void => {
    this.#draw();
    for (const listener of this.#views) listener();
  };

  #draw = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#paint);
  };

  #paint = (): void => {
    this.#frame = 0;
    const view = this.#view();
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)];
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const ctx = this.#canvas.getContext("2d");
    if (!ctx) return;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#paintGround(ctx, view);
    const layers = [...this.#layers.values()].sort((a, b) => a.layer.order - b.layer.order);
    for (const { layer, shapes } of layers) paintLayer(ctx, view, layer, shapes);
    if (this.#box.ariaBusy) this.#box.ariaBusy = "false";
  };

  #paintGround(ctx: CanvasRenderingContext2D, view: MapView): void {
    ctx.fillStyle = this.#ground.water;
    ctx.fillRect(0, 0, view.width, view.height);
    if (this.#tiles) this.#tiles.paint(ctx, view);
    else this.#paintLand(ctx, view);
  }

  #paintLand(ctx: CanvasRenderingContext2D, view: MapView): void {
    const { land, coast, grid } = this.#ground;
    const line = { kind: "lines" as const, widthPx: 1 };
    const shapes = this.#landFor(view.zoom);
    if (shapes) {
      paintLayer(ctx, view, { kind: "areas", colour: land, opacity: 1 }, shapes);
      paintLayer(ctx, view, { ...line, colour: coast }, shapes);
    }
    paintLayer(ctx, view, { ...line, colour: grid }, shapesOf(gridFeatures(view)));
  }

  #landFor(zoom: number): Shapes | undefined {
    const detail = landDetail(zoom);
    if (this.#land?.detail === detail || this.#land?.detail === "fine") return this.#land.shapes;
    const before = this.#land?.shapes;
    const asked: LandShapes = before ? { detail, shapes: before } : { detail };
    this.#land = asked;
    landShapes(detail).then(
      (shapes) => {
        asked.shapes = shapes;
        this.#draw();
      },
      // Without its land the map still shows all positions.
      () => undefined,
    );
    return before;
  }
}
