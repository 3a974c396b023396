import { useEffect, useMemo, useState } from "react";
import { liveClient } from "../../frames/live/live-client.ts";
import { HistoryLoader } from "../samples/history-loader.ts";
import { LiveBackfill } from "../samples/live-backfill.ts";
import { LiveClock } from "../samples/live-clock.ts";
import { LiveHistory } from "../samples/live-history.ts";
import { LiveSource } from "../samples/live-source.ts";
import { historyOf } from "../samples/sample-store.ts";
import { CurveScene } from "./curve-scene.ts";
import type { Desk } from "./use-desk.ts";
import { pixelsOfStage } from "./use-history-scene.ts";

const nowUs = () => Date.now() * 1000;
/** Upper limit of the network delay by which the picture lags. */
const LATE_US = 3_000_000;

/** The parts of a page of live curves: rings of live samples, and the store for older ones. */
export interface LiveScene {
  readonly source: LiveSource;
  readonly scene: CurveScene;
  readonly clock: LiveClock;
  readonly backfill: LiveBackfill;
  readonly loader: HistoryLoader;
  /** Moves the range to now. */
  follow(windowS: number): void;
}

export function useLiveScene(thingsId: string, windowS: number): LiveScene {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another device needs a new scene
  return useMemo(() => {
    const source = new LiveSource();
    const clock = new LiveClock();
    const store = historyOf(thingsId);
    const made: { scene?: CurveScene } = {};
    const arrived = () => made.scene?.arrived();
    const loader = new HistoryLoader(store, arrived);
    const spanOf = (seconds: number) => {
      const toUs = clock.shownUs(nowUs());
      return { fromUs: toUs - seconds * 1_000_000, toUs };
    };
    const scene = new CurveScene(new LiveHistory(source, loader.chunks), spanOf(windowS));
    made.scene = scene;
    const follow = (seconds: number) => {
      if (!source.isPaused) scene.span.set(spanOf(seconds));
    };
    return { source, scene, clock, loader, follow, backfill: new LiveBackfill(store, source, arrived) };
  }, [thingsId]);
}

/** Feeds the device's frames into the rings; returns the error code of an ended subscription. */
export function useFrames(thingsId: string, { source, scene, clock }: LiveScene): string | null {
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    setEnded(null);
    return liveClient().watchFrames(
      { deviceId: thingsId },
      {
        onBatch: (batch, { isFilled }) => {
          const heardUs = isFilled ? undefined : nowUs();
          source.add(batch, heardUs);
          if (heardUs !== undefined) clock.heard(source.newestUs, heardUs);
          scene.arrived();
        },
        onError: setEnded,
      },
    );
  }, [thingsId, source, scene, clock]);
  return ended;
}

/** The window is filled from the store when it opens; a range moved into the past is loaded like history. */
export function useStoredBefore(live: LiveScene, desk: Desk, windowS: number, isPaused: boolean): void {
  const { source, scene, backfill, loader } = live;
  const { infos } = desk.signals;
  useEffect(() => () => backfill.stop(), [backfill]);
  useEffect(() => () => loader.stop(), [loader]);
  useEffect(() => {
    backfill.forget(source.follow([...infos.values()]));
    void backfill.want([...infos.keys()], nowUs() - windowS * 1_000_000, nowUs());
    scene.draw("all");
  }, [source, scene, backfill, infos, windowS]);
  useEffect(() => {
    if (!isPaused) return;
    const heldFromUs = nowUs() - windowS * 1_000_000;
    const want = () => {
      const span = scene.span.get();
      // The window itself is filled already.
      if (span.fromUs > heldFromUs - LATE_US) return;
      const before = [...infos.keys()].filter((key) => source.beginUs(key) > span.fromUs);
      if (before.length > 0) loader.want(before, span, pixelsOfStage());
    };
    want();
    const stops = [scene.span.subscribe(want), loader.state.subscribe(() => scene.draw("all"))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [source, scene, loader, infos, isPaused, windowS]);
}
