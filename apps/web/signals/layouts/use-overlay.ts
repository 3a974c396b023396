import { useEffect, useMemo } from "react";
import type { CurveScene } from "../curves/curve-scene.ts";
import type { Overlay } from "../curves/drawn-item.ts";
import { shifted } from "../curves/time-zoom.ts";
import { HistoryLoader } from "../samples/history-loader.ts";
import { historyOf } from "../samples/sample-store.ts";
import type { OverlayChoice } from "./overlay-address.ts";

const PIXELS = 1500;

/** The samples of the other drive, loaded like those of this one. */
export function useOverlay(scene: CurveScene, choice: OverlayChoice | null, keys: readonly string[]): Overlay | null {
  const thingsId = choice?.thingsId;
  const shiftUs = choice?.shiftUs ?? 0;
  const loader = useMemo(
    () => (thingsId === undefined ? null : new HistoryLoader(historyOf(thingsId), () => scene.draw("all"))),
    [thingsId, scene],
  );
  useEffect(() => {
    if (!loader) return;
    const want = () => loader.want(keys, shifted(scene.span.get(), -shiftUs), PIXELS);
    want();
    const stop = scene.span.subscribe(want);
    return () => {
      stop();
      loader.stop();
    };
  }, [loader, scene, keys, shiftUs]);
  return useMemo(() => (loader ? { source: loader.chunks, shiftUs } : null), [loader, shiftUs]);
}
