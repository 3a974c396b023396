import { listRollouts, type RolloutState } from "@canopy/contract/firmware/rollouts";
import { listPushRules } from "@canopy/contract/push/rules";
import { useQueries, useQuery } from "@tanstack/react-query";
import { mayCall } from "../../../accounts/permissions.ts";
import { rolloutsQuery } from "../../../firmware/firmware-queries.ts";
import { ALL_RULES, pushRulesQuery } from "../../../push/push-queries.ts";
import type { ScreenPush, ScreenRollout } from "../../../statistics/screens/operation-data.ts";

/** Those that need a person first. */
const UNDER_WAY = ["paused", "running", "scheduled"] as const satisfies readonly RolloutState[];
/** More do not fit on the screen; the counts are of all. */
const MOST = 25;
const LOOK_AGAIN_MS = 10_000;

/** Rollouts that have not ended; null: these are for managers. */
export function useRolloutsUnderWay(): { count: number; list: readonly ScreenRollout[] } | null | undefined {
  const isAllowed = mayCall(listRollouts);
  const answers = useQueries({
    queries: UNDER_WAY.map((state) => ({
      ...rolloutsQuery({ current_page: 1, page_size: MOST, state }),
      enabled: isAllowed,
    })),
  });
  if (!isAllowed) return null;
  const known = answers.flatMap(({ data }) => data ?? []);
  if (known.length < UNDER_WAY.length) return undefined;
  return {
    count: known.reduce((sum, { pagination }) => sum + pagination.total_size, 0),
    list: known
      .flatMap(({ list }) => list)
      .map(({ id, version, ecu, scope_name, state, halt, wave, waves, counts }) => ({
        id,
        name: [ecu?.ecu_name, ecu?.package_name ?? version, scope_name].filter(Boolean).join(" · "),
        state: state === "paused" || state === "scheduled" ? state : "running",
        isHalted: halt !== null,
        wave: wave + 1,
        waves: waves.length,
        done: counts.done,
        failed: counts.failed,
        devices: counts.total,
      })),
  };
}

/** Deliveries of all push rules; null: these are for managers. */
export function usePushFigures(): ScreenPush | null | undefined {
  const isAllowed = mayCall(listPushRules);
  const { data } = useQuery({ ...pushRulesQuery(ALL_RULES), enabled: isAllowed, refetchInterval: LOOK_AGAIN_MS });
  if (!isAllowed) return null;
  if (!data) return undefined;
  const sum = (of: "sent_24h" | "waiting" | "failed") => data.list.reduce((total, rule) => total + rule[of], 0);
  return {
    sent: sum("sent_24h"),
    waiting: sum("waiting"),
    failed: sum("failed"),
    month: data.counts.flow,
    monthLimit: data.counts.flow_limit,
  };
}
