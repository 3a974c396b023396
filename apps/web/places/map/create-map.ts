import type { GroundLook, MapPart, TileSource } from "./map-part.ts";
import type { MapView } from "./mercator.ts";

interface MapOptions {
  readonly box: HTMLElement;
  readonly view: Pick<MapView, "centre" | "zoom">;
  readonly ground: GroundLook;
  readonly tiles: TileSource | undefined;
}

/** By WebGL where the browser has it, else on a plain canvas. */
export async function createMap(options: MapOptions): Promise<MapPart> {
  if (hasWebgl()) {
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

function hasWebgl(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}
