import { type MapPoint, type MapView, mercatorX, mercatorY, worldPx } from "../map/mercator.ts";
import type { TrackLine } from "./track-line.ts";

/** The positions of a line in Mercator coordinates, to find that under the pointer among 200,000. */
export class NearestOnMap {
  readonly #x: Float64Array;
  readonly #y: Float64Array;

  constructor({ longitude, latitude }: TrackLine) {
    this.#x = longitude.map(mercatorX);
    this.#y = latitude.map(mercatorY);
  }

  /** Index of the position nearest to the point, of those within `withinPx`. */
  find({ centre, zoom, width, height }: MapView, { x, y }: MapPoint, withinPx: number): number | undefined {
    const size = worldPx(zoom);
    const east = mercatorX(centre.longitude) + (x - width / 2) / size;
    const south = mercatorY(centre.latitude) + (y - height / 2) / size;
    const within = withinPx / size;
    let best = within * within;
    let found: number | undefined;
    for (let i = 0; i < this.#x.length; i++) {
      const dy = (this.#y[i] as number) - south;
      if (dy > within || dy < -within) continue;
      let dx = (this.#x[i] as number) - east;
      dx -= Math.round(dx);
      const distance = dx * dx + dy * dy;
      if (distance >= best) continue;
      best = distance;
      found = i;
    }
    return found;
  }
}
