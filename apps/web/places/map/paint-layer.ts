import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import type { LayerLook } from "./map-part.ts";
import { type MapView, mercatorX, mercatorY, worldPx } from "./mercator.ts";

/** Features as columns of Mercator coordinates, so that a redraw of a long track is additions alone. */
export interface Shapes {
  readonly features: readonly Shape[];
}

interface Shape {
  readonly colour: string | undefined;
  readonly edge: string | undefined;
  readonly rings: readonly Float64Array[];
  readonly west: number;
  readonly east: number;
}

export const shapesOf = ({ features }: FeatureCollection): Shapes => ({ features: features.map(shapeOf) });

function shapeOf({ geometry, properties }: Feature): Shape {
  const rings = ringsOf(geometry).map(columns);
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      west = Math.min(west, ring[at] as number);
      east = Math.max(east, ring[at] as number);
    }
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { colour: text(properties?.colour), edge: text(properties?.edge), rings, west, east };
}

function ringsOf(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case "Point":
      return [[geometry.coordinates]];
    case "MultiPoint":
      return geometry.coordinates.map((one) => [one]);
    case "LineString":
      return [geometry.coordinates];
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates;
    case "MultiPolygon":
      return geometry.coordinates.flat();
    case "GeometryCollection":
      return geometry.geometries.flatMap(ringsOf);
  }
}

function columns(positions: readonly Position[]): Float64Array {
  const made = new Float64Array(positions.length * 2);
  for (const [at, [longitude = 0, latitude = 0]] of positions.entries()) {
    made[at * 2] = mercatorX(longitude);
    made[at * 2 + 1] = mercatorY(latitude);
  }
  return made;
}

/** A step shorter than this draws nothing new. */
const SKIP_PX = 0.6;

/** A casing lies below all lines of its layer, so that it cuts none of them. */
export function paintLayer(ctx: CanvasRenderingContext2D, view: MapView, look: LayerLook, shapes: Shapes): void {
  if (look.kind === "lines" && look.casing) {
    const plain = shapes.features.map((shape) => ({ ...shape, colour: undefined }));
    paintShapes(ctx, view, { kind: "lines", ...look.casing }, plain);
  }
  paintShapes(ctx, view, look, shapes.features);
}

/** On every copy of the world that is in sight. */
function paintShapes(ctx: CanvasRenderingContext2D, view: MapView, look: LayerLook, shapes: readonly Shape[]): void {
  const size = worldPx(view.zoom);
  const left = mercatorX(view.centre.longitude) - view.width / 2 / size;
  const right = left + view.width / size;
  const top = mercatorY(view.centre.latitude) - view.height / 2 / size;
  for (const shape of shapes) {
    for (let copy = Math.floor(left - shape.east); copy <= Math.ceil(right - shape.west); copy++) {
      if (shape.east + copy < left || shape.west + copy > right) continue;
      paintShape(ctx, look, shape, { ...view, size, dx: (copy - left) * size, dy: -top * size });
    }
  }
}

interface Shift {
  readonly size: number;
  readonly dx: number;
  readonly dy: number;
  readonly width: number;
  readonly height: number;
}

function paintShape(ctx: CanvasRenderingContext2D, look: LayerLook, shape: Shape, shift: Shift): void {
  if (look.kind === "points") {
    paintPoints(ctx, look, shape, shift);
    return;
  }
  ctx.beginPath();
  for (const ring of shape.rings) traceRing(ctx, ring, shift);
  if (look.kind === "areas") {
    ctx.globalAlpha = look.opacity;
    ctx.fillStyle = shape.colour ?? look.colour;
    ctx.fill("evenodd");
    ctx.globalAlpha = 1;
    return;
  }
  const dash = look.dash?.map((one) => one * look.widthPx) ?? [];
  ctx.lineJoin = "round";
  ctx.lineCap = dash.length > 0 ? "butt" : "round";
  ctx.setLineDash(dash);
  stroke(ctx, shape.colour ?? look.colour, look.widthPx);
  ctx.setLineDash([]);
}

function stroke(ctx: CanvasRenderingContext2D, colour: string, widthPx: number): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = widthPx;
  ctx.stroke();
}

function paintPoints(
  ctx: CanvasRenderingContext2D,
  look: LayerLook & { kind: "points" },
  shape: Shape,
  { size, dx, dy }: Shift,
): void {
  for (const ring of shape.rings) {
    ctx.beginPath();
    ctx.arc((ring[0] as number) * size + dx, (ring[1] as number) * size + dy, look.radiusPx, 0, 2 * Math.PI);
    ctx.fillStyle = shape.colour ?? look.colour;
    ctx.fill();
    if (look.edgePx > 0) stroke(ctx, shape.edge ?? look.edge, look.edgePx);
  }
}

/** What lies beyond this distance from the sight is seen by no line. */
const BEYOND_PX = 64;

/**
 * Points beyond one side of the sight are left out but for the first and the last of a run: what they bound with the line
 * between these two lies beyond that side too. A shore of the whole world costs what is seen of it.
 */
function traceRing(ctx: CanvasRenderingContext2D, ring: Float64Array, { size, dx, dy, width, height }: Shift): void {
  const last = ring.length - 2;
  let px = 0;
  let py = 0;
  let leftX = 0;
  let leftY = 0;
  let isLeft = false;
  /** Sides beyond which everything since the last point that was drawn lies. */
  let sides = 0;
  for (let at = 0; at <= last; at += 2) {
    const x = (ring[at] as number) * size + dx;
    const y = (ring[at + 1] as number) * size + dy;
    const here =
      (x < -BEYOND_PX ? 1 : x > width + BEYOND_PX ? 2 : 0) | (y < -BEYOND_PX ? 4 : y > height + BEYOND_PX ? 8 : 0);
    if (at > 0 && at < last && (sides & here) !== 0) {
      sides &= here;
      leftX = x;
      leftY = y;
      isLeft = true;
      continue;
    }
    if (isLeft) {
      ctx.lineTo(leftX, leftY);
      px = leftX;
      py = leftY;
      isLeft = false;
    }
    sides = here;
    if (at === 0) ctx.moveTo(x, y);
    else if (at === last || Math.abs(x - px) + Math.abs(y - py) >= SKIP_PX) ctx.lineTo(x, y);
    else continue;
    px = x;
    py = y;
  }
}
