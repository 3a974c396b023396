import { backTestRule, MAX_BACK_TEST_MS, MAX_SEARCHED_DEVICES, searchByRule } from "@canopy/contract/alarms/back-test";
import { alarmErrors, ruleErrors } from "@canopy/contract/alarms/errors";
import type { RuleDraft, RuleScope } from "@canopy/contract/alarms/rule-content";
import { platformErrors } from "@canopy/contract/platform/errors";
import { sql } from "kysely";
import { findDevice } from "../../devices/find-device.ts";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import { askedRange } from "../../frames/history/history-range.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { compileRule } from "../engine/compile-condition.ts";
import type { WatchedRule } from "../engine/watched-rule.ts";
import { runBackTest } from "./run-back-test.ts";

interface BackTestServices {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "stream" | "extent">;
}

/** TRG-07 */
export function backTestRoutes({ db, frames }: BackTestServices): Route[] {
  return [
    route(backTestRule, async ({ caller: { tenantId }, params, body, signal }) => {
      const window = rangeOf(body);
      const rule = await compiled(db, tenantId, body);
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const test = { rule, actions: body.actions };
      const { bindingNumber } = device;
      return { data: await asUnavailable(() => runBackTest(frames, bindingNumber, window, test, signal)) };
    }),
    route(searchByRule, async ({ caller, body, signal }) => {
      const window = rangeOf(body);
      const test = { rule: await compiled(db, caller.tenantId, body), actions: [] };
      const devices = await devicesIn(db, caller, body.scope);
      const list = [];
      for (const { id, name, binding } of devices) {
        const found = await asUnavailable(() => runBackTest(frames, binding, window, test, signal));
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
