import type { LandDetail } from "./land.ts";
import type { Shapes } from "./paint-layer.ts";

const made = new Map<LandDetail, Promise<Shapes>>();

/** The land as the canvas draws it, made once by a worker. Rejects where its file did not load. */
export function landShapes(detail: LandDetail): Promise<Shapes> {
  let shapes = made.get(detail);
  if (!shapes) {
    shapes = makeShapes(detail);
    shapes.catch(() => made.delete(detail));
    made.set(detail, shapes);
  }
  return shapes;
}

function makeShapes(detail: LandDetail): Promise<Shapes> {
  const worker = new Worker(new URL("./land-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Shapes>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Shapes>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(detail);
  }).finally(() => worker.terminate());
}
