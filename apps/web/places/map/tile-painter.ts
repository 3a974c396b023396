import { type MapView, mercatorX, mercatorY, worldPx } from "./mercator.ts";

const TILE_SIZE_PX = 256;
const MAX_TILE_ZOOM = 19;
const KEPT_TILES = 400;

/** Draws the tiles of a server on a canvas; `onTile` asks for another drawing when one has come. */
export class TilePainter {
  readonly #url: string;
  readonly #onTile: () => void;
  /** In the order of their last use. */
  readonly #tiles = new Map<string, HTMLImageElement>();

  constructor(url: string, onTile: () => void) {
    this.#url = url;
    this.#onTile = onTile;
  }

  paint(ctx: CanvasRenderingContext2D, view: MapView): void {
    // A tile of zoom z covers half of what the same number means here.
    const zoom = Math.min(MAX_TILE_ZOOM, Math.max(0, Math.round(view.zoom + 1)));
    const count = 2 ** zoom;
    const size = worldPx(view.zoom) / count;
    const left = mercatorX(view.centre.longitude) * count - view.width / 2 / size;
    const top = mercatorY(view.centre.latitude) * count - view.height / 2 / size;
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(count, top + view.height / size); y++)
      for (let x = Math.floor(left); x < left + view.width / size; x++) {
        const tile = this.#tileAt(zoom, ((x % count) + count) % count, y);
        if (tile.complete && tile.naturalWidth > 0)
          ctx.drawImage(tile, (x - left) * size, (y - top) * size, size + 0.5, size + 0.5);
      }
  }

  #tileAt(z: number, x: number, y: number): HTMLImageElement {
    const url = this.#url.replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y));
    const known = this.#tiles.get(url);
    const tile = known ?? new Image(TILE_SIZE_PX, TILE_SIZE_PX);
    if (!known) {
      tile.onload = this.#onTile;
      tile.src = url;
    }
    this.#tiles.delete(url);
    this.#tiles.set(url, tile);
    const oldest = this.#tiles.keys().next().value;
    if (this.#tiles.size > KEPT_TILES && oldest !== undefined) this.#tiles.delete(oldest);
    return tile;
  }
}
