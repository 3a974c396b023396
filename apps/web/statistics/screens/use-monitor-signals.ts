import type { OverviewRow } from "@canopy/contract/devices/overview";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { SignalInfo } from "../../signals/choose/signal-info.ts";
import { useSignalInfos } from "../../signals/choose/use-signal-infos.ts";
import { LiveSignals } from "../../signals/samples/live-signals.ts";
import { allStrategiesQuery, bindingsQuery } from "../../signals/strategies/strategy-queries.ts";
import { boundSignals, readChoice, type ScreenSignal, writeChoice } from "./monitor-choice.ts";

/** The bindings of so many devices are asked for, however large the fleet is. */
const ASKED_DEVICES = 8;
export const CURVE_SECONDS = 60;

/** What was chosen in the address; otherwise the first bound signals of devices that are online. */
export function useChosenSignals(
  rows: readonly OverviewRow[],
  isOnline: (row: OverviewRow) => boolean,
  address: string | undefined,
): readonly ScreenSignal[] {
  const chosen = useMemo(() => readChoice(address), [address]);
  const [kept, setKept] = useState<readonly ScreenSignal[]>([]);
  const isStill = kept.some(({ thingsId }) => rows.some((row) => row.id === thingsId && isOnline(row)));
  const isAsked = chosen.length === 0 && !isStill;
  const asked = isAsked ? rows.filter(isOnline).slice(0, ASKED_DEVICES) : [];
  const strategies = useQuery({ ...allStrategiesQuery, enabled: chosen.length === 0 }).data?.list;
  const bindings = useQueries({ queries: asked.map(({ id }) => bindingsQuery(id)) });
  const isKnown = strategies !== undefined && bindings.every(({ isPending }) => !isPending);
  const found =
    isAsked && isKnown
      ? boundSignals(
          asked.map(({ id }, i) => ({ thingsId: id, bindings: bindings[i]?.data })),
          strategies,
        )
      : [];
  const stamp = writeChoice(found);
  // The choice stays while one of its devices is online: curves that jump from vehicle to vehicle tell nothing.
  useEffect(() => {
    if (stamp !== undefined) setKept(readChoice(stamp));
  }, [stamp]);
  return chosen.length > 0 ? chosen : kept;
}

export interface ScreenCurve {
  readonly chosen: ScreenSignal;
  readonly key: string;
  /** Undefined: not known yet, or gone. */
  readonly info: SignalInfo | undefined;
  readonly isGone: boolean;
}

/** Live samples of the chosen signals, also while another scene is shown: a curve begins filled. */
export function useScreenCurves(chosen: readonly ScreenSignal[]): { live: LiveSignals; curves: ScreenCurve[] } {
  const [live] = useState(() => new LiveSignals(CURVE_SECONDS));
  const keys = useMemo(() => [...new Set(chosen.map(({ signal }) => formatSignal(signal)))], [chosen]);
  const { infos, gone } = useSignalInfos(keys);
  useEffect(() => {
    live.follow(
      chosen.flatMap(({ thingsId, signal }) => {
        const info = infos.get(formatSignal(signal));
        return info ? [{ thingsId, info }] : [];
      }),
    );
  }, [live, chosen, infos]);
  useEffect(() => () => live.stop(), [live]);
  const curves = chosen.map((one) => {
    const key = formatSignal(one.signal);
    return { chosen: one, key, info: infos.get(key), isGone: gone.has(key) };
  });
  return { live, curves };
}
