import { historyErrors } from "@canopy/contract/frames/errors";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { testErrors } from "@canopy/contract/tests/errors";
import {
  checkScript,
  createScript,
  deleteScript,
  listScripts,
  MAX_TEST_MS,
  MIN_TEST_MS,
  runOnSample,
  updateScript,
} from "@canopy/contract/tests/scripts";
import { findDevice } from "../../devices/find-device.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { RunScript } from "../../platform/sandbox/sandbox.ts";
import { type ResolvedItem, type ResolvedSignal, resolveSignals } from "../../signals/bindings/resolve-signals.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { makeScript, problemsOf, requireScript, type ScriptServices, updateScriptOf } from "./keep-script.ts";
import { readScriptData } from "./read-script-data.ts";
import { judgeSample } from "./run-on-sample.ts";
import { removeScript, scriptsOf } from "./script-store.ts";

interface Services extends ScriptServices {
  readonly frames: Pick<FrameReader, "samples">;
  readonly runScript: RunScript;
}

/** TST-02 */
export function scriptRoutes(services: Services): Route[] {
  const { db, limitOf } = services;
  return [
    route(listScripts, async ({ caller: { tenantId } }) => ({
      list: await scriptsOf(db, tenantId),
      limit: await limitOf(tenantId, "data_analysis"),
    })),
    route(checkScript, async ({ body }) => ({ problems: [...problemsOf(body)] })),
    route(createScript, async ({ caller, body }) => ({ data: await makeScript(services, caller, body) })),
    route(updateScript, async ({ caller, params, body }) => ({
      data: await updateScriptOf(services, caller, params.script_id, body),
    })),
    route(deleteScript, async ({ caller, params, language }) => {
      if (!(await removeScript(db, caller.tenantId, params.script_id))) throw new ApiError(platformErrors.notFound);
      return { message: DELETED[language] };
    }),
    sampleRoute(services),
  ];
}

function sampleRoute({ db, frames, runScript }: Services): Route {
  return route(runOnSample, async ({ caller: { tenantId }, params, body, signal }) => {
    requireScript(body);
    const window = testedWindow(body);
    const device = await findDevice(db, tenantId, params.things_id);
    if (!device) throw new ApiError(platformErrors.notFound);
    const dbcOf = (dbcId: string, revision?: number) => parsedDbc(db, tenantId, dbcId, revision);
    const signals = (await resolveSignals(dbcOf, body.signals)).map(must);
    const read = { ...window, bindingNumber: device.bindingNumber };
    const data = await asUnavailable(() => readScriptData(frames, signals, read, signal));
    return { data: await judgeSample(runScript, body, data, body.from_time) };
  });
}

function testedWindow({ from_time, to_time }: { from_time: number; to_time: number }): TimeWindow {
  if (from_time >= to_time) throw new ApiError(historyErrors.rangeReversed, { field: "to_time" });
  const lengthMs = to_time - from_time;
  if (lengthMs < MIN_TEST_MS || lengthMs > MAX_TEST_MS)
    throw new ApiError(testErrors.windowLength, { field: "to_time" });
  return { fromUs: from_time * 1000, toUs: to_time * 1000 };
}

function must(item: ResolvedItem): ResolvedSignal {
  if ("error" in item) throw new ApiError(item.error, { field: "signals" });
  return item;
}
