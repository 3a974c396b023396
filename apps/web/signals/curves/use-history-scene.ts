import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import type { Timeline } from "../../ui/time/timeline.ts";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { HistoryLoader } from "../samples/history-loader.ts";
import type { SampleStore } from "../samples/sample-store.ts";
import type { SpanUs } from "../samples/samples.ts";
import { CurveScene } from "./curve-scene.ts";
import { SettledSpans } from "./settled-spans.ts";
import { type Gesture, SpanUndo } from "./span-undo.ts";

const PIXELS_AT_MOST = 2600;

/** The scene of stored curves: follows a range, loads missing samples, and records the undo steps. */
export function useHistoryScene(store: SampleStore, timeline: Pick<Timeline, "live" | "range" | "setRange">) {
  const steady = useSteadyRange(timeline);
  const { fromMs, toMs } = steady.range;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new range moves the scene, only a new store makes one
  const { scene, loader } = useMemo(() => {
    const made: { scene?: CurveScene } = {};
    const history = new HistoryLoader(store, () => made.scene?.arrived());
    made.scene = new CurveScene(history.chunks, { fromUs: fromMs * 1000, toUs: toMs * 1000 });
    return { scene: made.scene, loader: history };
  }, [store]);
  const undo = useMemo(() => new SpanUndo(), []);
  const [spans] = useState(() => new SettledSpans(scene.span.get()));

  useEffect(() => () => loader.stop(), [loader]);
  useEffect(() => {
    const given = { fromUs: fromMs * 1000, toUs: toMs * 1000 };
    const before = spans.last;
    if (!spans.isForeign(given)) return;
    undo.record(before, "jump", performance.now());
    scene.span.set(given);
  }, [scene, undo, spans, fromMs, toMs]);

  const follow = useEffectEvent(() => steady.refresh());
  const settle = useEffectEvent((span: SpanUs) => {
    spans.settle(span);
    timeline.setRange({ fromMs: Math.floor(span.fromUs / 1000), toMs: Math.ceil(span.toUs / 1000) });
  });
  return useMemo(
    () => ({
      scene,
      loader,
      onSpan(span: SpanUs, settled: boolean, gesture: Gesture = "jump") {
        scene.span.set(span);
        if (!settled) return;
        undo.record(spans.last, gesture, performance.now());
        settle(span);
      },
      onBack() {
        const before = undo.back();
        if (!before) return;
        scene.span.set(before);
        settle(before);
      },
      refresh() {
        follow();
        renew(loader, scene);
      },
      /** The same range is read again. */
      renew: () => renew(loader, scene),
    }),
    [scene, loader, undo, spans],
  );
}

function renew(loader: HistoryLoader, scene: CurveScene): void {
  loader.refresh();
  scene.arrived();
}

/** Requests samples whenever the panels show another range or other signals. */
export function useLoading(scene: CurveScene, loader: HistoryLoader, keys: readonly string[]): void {
  // Before the page is painted: the server works meanwhile.
  useLayoutEffect(() => {
    const want = () => loader.want(keys, scene.span.get(), pixelsOfStage());
    const around = () => {
      const { aUs, bUs } = scene.cursors.get();
      const moments = [aUs, bUs].filter((at) => at !== null);
      void loader.wantAround(keys, moments);
    };
    // A view opened from an address has cursors before it has samples.
    const arrived = () => {
      want();
      around();
    };
    arrived();
    const stops = [scene.span.subscribe(want), scene.arrivals.subscribe(arrived), scene.cursors.subscribe(around)];
    // A failed range is no longer drawn as loading.
    stops.push(loader.state.subscribe(() => scene.draw("all")));
    return () => {
      for (const stop of stops) stop();
    };
  }, [scene, loader, keys]);
}

/** Approximate width of the panels on this screen, in columns. */
export function pixelsOfStage(): number {
  const onScreen = Math.round((window.innerWidth - 600) * (window.devicePixelRatio || 1));
  return Math.min(PIXELS_AT_MOST, Math.max(300, onScreen));
}
