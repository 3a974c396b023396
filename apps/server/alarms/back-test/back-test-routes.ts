import {
  type BackTest,
  backTestRule,
  MAX_BACK_TEST_MS,
  MAX_SEARCHED_DEVICES,
  searchByRule,
} from "@canopy/contract/alarms/back-test";
import { alarmErrors, ruleErrors } from "@canopy/contract/alarms/errors";
import { dataOf, type RuleDraft, type RuleScope } from "@canopy/contract/alarms/rule-content";
import { platformErrors } from "@canopy/contract/platform/errors";
import { sql } from "kysely";
import { findDevice } from "../../devices/find-device.ts";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import { askedRange } from "../../frames/history/history-range.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import type { PositionSource } from "../../places/read-positions.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { compileRule } from "../engine/compile-condition.ts";
import { compileFenceRule } from "../engine/fence-set.ts";
import type { WatchedRule } from "../engine/watched-rule.ts";
import { fencesIn } from "../watch/fence-keeper.ts";
import { runBackTest } from "./run-back-test.ts";
import { runFenceBackTest } from "./run-fence-back-test.ts";

interface BackTestServices {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "stream" | "extent">;
  readonly points: PositionSource;
}

/** TRG-07 */
export function backTestRoutes(services: BackTestServices): Route[] {
  const { db } = services;
  return [
    route(backTestRule, async ({ caller: { tenantId }, params, body, signal }) => {
      const window = rangeOf(body);
      const run = await testOf(services, tenantId, body);
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const { bindingNumber } = device;
      return { data: await asUnavailable(() => run(bindingNumber, window, signal)) };
    }),
    route(searchByRule, async ({ caller, body, signal }) => {
      const window = rangeOf(body);
      const run = await testOf(services, caller.tenantId, { ...body, actions: [] });
      const devices = await devicesIn(db, caller, body.scope);
      const list = [];
      for (const { id, name, binding } of devices) {
        const found = await asUnavailable(() => run(binding, window, signal));
        const [first, last] = [found.firings[0], found.firings.at(-1)];
        if (!first || !last) continue;
        const peaks = found.firings.flatMap(({ peak }) => (peak === null ? [] : [peak]));
        list.push({
          things_id: id,
          device_name: name,
          fired: found.fired,
          longest_ms: found.longest_ms,
          first_time: first.start_time,
          last_time: last.start_time,
          peak: peaks.length > 0 ? Math.max(...peaks) : null,
        });
      }
      return { searched: devices.length, list: list.toSorted((a, b) => b.fired - a.fired) };
    }),
  ];
}

function rangeOf({ from_time, to_time }: { from_time: number; to_time: number }): TimeWindow {
  const window = askedRange(from_time, to_time);
  if (to_time - from_time > MAX_BACK_TEST_MS) throw new ApiError(alarmErrors.backTestRange, { field: "to_time" });
  return window;
}

type RunTest = (bindingNumber: number, window: TimeWindow, signal: AbortSignal) => Promise<BackTest>;

/** The draft over the frames of a device, or over its positions. */
async function testOf({ db, frames, points }: BackTestServices, tenantId: string, draft: RuleDraft): Promise<RunTest> {
  const { actions, conditions } = draft;
  if (dataOf(conditions) !== "fence") {
    const rule = await compiled(db, tenantId, draft);
    return (bindingNumber, window, signal) => runBackTest(frames, bindingNumber, window, { rule, actions }, signal);
  }
  if (conditions.some(({ kind }) => kind !== "fence"))
    throw new ApiError(ruleErrors.ruleFencesAlone, { field: "conditions" });
  const rule = compileFenceRule({ id: "", ...draft }, await fencesIn(db, tenantId, conditions));
  if (!rule) throw new ApiError(platformErrors.notFound, { field: "conditions" });
  return (bindingNumber, window, signal) =>
    runFenceBackTest(points, { bindingNumber, ...window }, { rule, actions }, signal);
}

async function compiled(db: Db, tenantId: string, draft: RuleDraft): Promise<WatchedRule> {
  const signals = draft.conditions.filter((condition) => condition.kind === "signal");
  if (signals.length > 1) throw new ApiError(ruleErrors.ruleOneSignal, { field: "conditions" });
  const [signal] = signals;
  const parsed = signal && (await parsedDbc(db, tenantId, signal.dbc_id));
  const rule = compileRule({ id: "", ...draft }, () => parsed?.dbc);
  if (rule) return rule;
  if (signal && !parsed) throw new ApiError(platformErrors.notFound, { field: "conditions" });
  throw new ApiError(ruleErrors.conditionSignalUnknown, {
    field: "conditions",
    values: { signal: signal?.signal ?? "" },
  });
}

/** Devices of the scope that the caller may read. */
async function devicesIn(db: Db, caller: Caller, scope: RuleScope) {
  const [kind, id] = scope.kind === "all" ? ["all", null] : [scope.kind, scope.id];
  const found = await sql<{ id: string; name: string; binding: number }>`select t.id, t.name, t.binding from things t
    where t.tenant_id = ${caller.tenantId} and ${mayRead(caller)}
      and (${kind} = 'all' or (${kind} = 'device' and t.id = ${id}) or (${kind} = 'type' and t.info_model_id = ${id})
        or (${kind} = 'label' and exists (select 1 from thing_labels x where x.things_id = t.id and x.label_id = ${id})))
    order by t.name, t.id limit ${MAX_SEARCHED_DEVICES + 1}`.execute(db);
  if (found.rows.length > MAX_SEARCHED_DEVICES)
    throw new ApiError(alarmErrors.backTestDevices, { values: { limit: MAX_SEARCHED_DEVICES } });
  return found.rows;
}
