/** Makes the shapes of the land: its file and its hundreds of thousands of points would hold the page for a third of a second. */
import { type LandDetail, loadLand } from "./land.ts";
import { shapesOf } from "./paint-layer.ts";

addEventListener("message", ({ data: detail }: MessageEvent<LandDetail>) => {
  loadLand(detail).then((land) => {
    const shapes = shapesOf(land);
    const columns = shapes.features.flatMap(({ rings }) => rings.map(({ buffer }) => buffer as ArrayBuffer));
    postMessage(shapes, { transfer: columns });
  }, reportError);
});
