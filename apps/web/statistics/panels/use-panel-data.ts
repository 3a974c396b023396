import { formatSignal } from "@canopy/contract/signals/signal-reference";
import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { liveClient } from "../../frames/live/live-client.ts";
import { PlaceBoard } from "../../places/fleet/place-board.ts";
import { useNow } from "../../platform/clock.ts";
import { useStore } from "../../platform/kept.ts";
import { liveStore } from "../../platform/live.ts";
import { useSignalInfos } from "../../signals/choose/use-signal-infos.ts";
import { LiveSignals } from "../../signals/samples/live-signals.ts";
import { isAllLive, liveSignals, withLive } from "./live-panel.ts";
import { LIVE_DATA_MS, panelDataQuery } from "./panel-queries.ts";

/** Between two answers of the store the newest samples of a curve come from here, and a little more. */
const TAIL_SECONDS = (LIVE_DATA_MS / 1000) * 2;
/** At 100 Hz. */
const TAIL_SAMPLES = TAIL_SECONDS * 100;
const DRAW_MS = 250;
const NO_WIDGETS: readonly Widget[] = [];

/** STA-05: what the widgets show, as frames arrive; the store is asked now and then, and often where nothing is live. */
export function usePanelData(id: string, widgets: readonly Widget[] = NO_WIDGETS) {
  const isSeen = useSyncExternalStore(heedSight, () => document.visibilityState === "visible");
  const [live] = useState(() => new LiveSignals(TAIL_SECONDS, TAIL_SAMPLES));
  const keys = useMemo(() => [...new Set(widgets.flatMap(({ signals }) => signals.map(formatSignal)))], [widgets]);
  const { infos } = useSignalInfos(keys);
  const [isWhole, setWhole] = useState(false);
  const isLive = useStore(liveStore).kind === "live" && isWhole;
  const { data, dataUpdatedAt, error } = useQuery(panelDataQuery(id, isLive));
  // Which devices may be read changes seldom, their values always.
  const readable = data?.devices.map(({ things_id }) => things_id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp represents the devices
  useEffect(() => {
    const followed = isSeen ? liveSignals(widgets, data, infos) : [];
    live.follow(followed);
    setWhole(isAllLive(widgets, followed));
  }, [live, widgets, infos, isSeen, readable]);
  useEffect(() => () => live.stop(), [live]);
  const places = useLivePlaces(isSeen && widgets.some(({ kind }) => kind === "map"));
  const nowMs = useNow(DRAW_MS);
  const shown =
    data &&
    withLive(data, widgets, {
      live,
      infos,
      placeOf: (thingsId) => places.get(thingsId),
      nowMs: data.now + Math.max(0, nowMs - dataUpdatedAt),
    });
  return { data: shown, error };
}

/** Positions as they arrive, while somebody looks at a map. */
function useLivePlaces(isWanted: boolean): PlaceBoard {
  const [board] = useState(() => new PlaceBoard());
  useEffect(() => {
    if (isWanted) return liveClient().watchPlaces((message) => board.take(message, Date.now()));
  }, [board, isWanted]);
  return board;
}

function heedSight(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
