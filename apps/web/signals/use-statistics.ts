import { parseSignal } from "@canopy/contract/signals/signal-reference";
import { MAX_STATISTICS_ITEMS, readStatistics, type StatisticsItem } from "@canopy/contract/signals/statistics";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../platform/api.ts";
import type { CurveScene } from "./curve-scene.ts";
import type { DrawnItem } from "./drawn-item.ts";
import { gapUs, type SpanUs } from "./samples.ts";
import { type SignalStatistics, statisticsAtHand } from "./statistics-rows.ts";

interface Asked {
  scene: CurveScene;
  items: readonly DrawnItem[];
  window: SpanUs;
  /** Null: live, every sample is here. */
  thingsId: string | null;
}

/** A window that still moves is not asked for. */
const SETTLED_MS = 500;

/** At once from what is drawn; where that is reduced, the store counts every sample and its answer replaces it. */
export function useStatistics({ scene, items, window, thingsId }: Asked): ReadonlyMap<string, SignalStatistics> {
  const atHand = new Map(items.map(({ info }) => [info.key, statisticsAtHand(scene, info, window)]));
  const reduced = items.filter(({ info }) => atHand.get(info.key)?.exact === false);
  const settled = useSettled(window);
  const asked = reduced.map(({ info }) => ({
    key: info.key,
    gapUs: info.isState ? gapUs(scene.source.read(info.key, settled), info.cycleUs) : undefined,
  }));
  const counted = useQuery({
    queryKey: [readStatistics.name, thingsId, settled.fromUs, settled.toUs, asked.map(({ key }) => key)],
    queryFn: ({ signal }) => countAll(thingsId ?? "", settled, asked, signal),
    enabled: thingsId !== null && asked.length > 0 && isSame(settled, window),
    staleTime: 60_000,
  });
  if (!counted.data || !isSame(settled, window)) return atHand;
  const exact = counted.data;
  return new Map([...atHand].map(([key, found]) => [key, (!found.exact && exact.get(key)) || found]));
}

interface AskedSignal {
  readonly key: string;
  readonly gapUs: number | undefined;
}

async function countAll(thingsId: string, span: SpanUs, asked: readonly AskedSignal[], signal: AbortSignal) {
  const found = new Map<string, SignalStatistics>();
  for (let i = 0; i < asked.length; i += MAX_STATISTICS_ITEMS) {
    const known = asked.slice(i, i + MAX_STATISTICS_ITEMS).flatMap(({ key, gapUs: gap }) => {
      const reference = parseSignal(key);
      const limit = gap === undefined || !Number.isFinite(gap) ? undefined : Math.round(gap);
      return reference ? [{ key, item: { ...reference, ...(limit !== undefined && { gap_us: limit }) } }] : [];
    });
    // Both edges belong to a window here, the end does not there.
    const body = {
      start_time: String(Math.max(0, Math.ceil(span.fromUs))),
      end_time: String(Math.floor(span.toUs) + 1),
      items: known.map(({ item }) => item),
    };
    const { data } = await api(readStatistics, { params: { things_id: thingsId }, body }, { signal });
    data.items.forEach((item, place) => {
      const key = known[place]?.key;
      if (key !== undefined && item.state === "counted") found.set(key, figuresOf(item));
    });
  }
  return found;
}

function figuresOf({ samples, min, max, mean, rms, states }: Extract<StatisticsItem, { state: "counted" }>) {
  const has = min !== null && max !== null && mean !== null && rms !== null;
  return { statistics: has ? { samples, min, max, mean, rms } : undefined, states, exact: true };
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
