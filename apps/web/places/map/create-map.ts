import { webglKind } from "./map-drawing.ts";
import type { GroundLook, MapPart, TileSource } from "./map-part.ts";
import type { MapView } from "./mercator.ts";

interface MapOptions {
  readonly box: HTMLElement;
  readonly view: Pick<MapView, "centre" | "zoom">;
  readonly ground: GroundLook;
  readonly tiles: TileSource | undefined;
  /** By WebGL without a graphics processor too. */
  readonly inSoftware: boolean;
}

/** By WebGL where a graphics processor or the user's choice speaks for it, else on a plain canvas. */
export async function createMap({ inSoftware, ...options }: MapOptions): Promise<MapPart> {
  const kind = webglKind();
  if (kind === "hardware" || (kind === "software" && inSoftware)) {
    try {
      const { createWebglMap } = await import("./webgl-map.ts");
      return await createWebglMap(options);
    } catch (problem) {
      console.warn("the map by WebGL did not start; a plain canvas is used", problem);
      options.box.replaceChildren();
    }
  }
  const { CanvasMap } = await import("./canvas-map.ts");
  return new CanvasMap(options);
}
