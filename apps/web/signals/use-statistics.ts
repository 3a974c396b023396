import type { CurveScene } from "./curve-scene.ts";
import type { DrawnItem } from "./drawn-item.ts";
import type { SpanUs } from "./samples.ts";
import { type SignalStatistics, statisticsAtHand } from "./statistics-rows.ts";

interface Asked {
  scene: CurveScene;
  items: readonly DrawnItem[];
  window: SpanUs;
  thingsId: string | null;
}

export function useStatistics({ scene, items, window }: Asked): ReadonlyMap<string, SignalStatistics> {
  return new Map(items.map(({ info }) => [info.key, statisticsAtHand(scene, info, window)]));
}
