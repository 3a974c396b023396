import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CurveScene } from "../curves/curve-scene.ts";
import type { DrawnItem } from "../curves/drawn-item.ts";
import type { SampleStore } from "./sample-store.ts";
import { gapUs, type SpanUs } from "./samples.ts";
import { type SignalStatistics, statisticsInMemory } from "./statistics-rows.ts";

interface Asked {
  scene: CurveScene;
  items: readonly DrawnItem[];
  window: SpanUs;
  /** Null: live, all samples are in memory. */
  store: SampleStore | null;
}

/** Delay until a moving window is requested. */
const SETTLED_MS = 500;

/** Statistics of the drawn samples at once; where these are reduced, exact ones from the store replace them. */
export function useStatistics({ scene, items, window, store }: Asked): ReadonlyMap<string, SignalStatistics> {
  const atHand = new Map(items.map(({ info }) => [info.key, statisticsInMemory(scene, info, window)]));
  const reduced = items.filter(({ info }) => atHand.get(info.key)?.exact === false);
  const settled = useSettled(window);
  const asked = reduced.map(({ info }) => ({
    key: info.key,
    revision: info.revision,
    gapUs: info.isState ? gapUs(scene.source.read(info.key, settled), info.cycleUs) : undefined,
  }));
  const counted = useQuery({
    queryKey: [
      "signals",
      "statistics",
      store?.id,
      settled.fromUs,
      settled.toUs,
      asked.map(({ key, revision }) => `${key}@${revision}`),
    ],
    queryFn: store === null ? skipToken : ({ signal }) => store.count(settled, asked, signal),
    enabled: asked.length > 0 && isSame(settled, window),
    staleTime: 60_000,
  });
  const exact = isSame(settled, window) ? counted.data : undefined;
  const isCounting = store !== null && exact === undefined && !counted.isError;
  return new Map([...atHand].map(([key, found]) => [key, refined(found, exact?.get(key), isCounting)]));
}

/** A window narrower than a reduced column has no sample in memory: it counts as loading until the store answers. */
function refined(found: SignalStatistics, exact: SignalStatistics | undefined, isCounting: boolean): SignalStatistics {
  if (found.exact) return found;
  if (exact) return exact;
  const isEmpty = found.statistics === undefined && found.states.length === 0;
  return isEmpty && isCounting && found.state === "here" ? { ...found, state: "coming" } : found;
}

function useSettled(span: SpanUs): SpanUs {
  const [settled, setSettled] = useState(span);
  const { fromUs, toUs } = span;
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ fromUs, toUs }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [fromUs, toUs]);
  return settled;
}

const isSame = (one: SpanUs, other: SpanUs) => one.fromUs === other.fromUs && one.toUs === other.toUs;
