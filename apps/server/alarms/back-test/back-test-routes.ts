import { type BackTest, backTestRule } from "@canopy/contract/alarms/back-test";
import { dataOf, type RuleDraft } from "@canopy/contract/alarms/rule-content";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import type { PositionSource } from "../../places/read-positions.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { compileBusDraft, compileDraft, compileFences, testedWindow } from "./compile-draft.ts";
import { runBackTest } from "./run-back-test.ts";
import { runBusBackTest, testedBus } from "./run-bus-back-test.ts";
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
      const window = testedWindow(body);
      const run = await testOf(services, tenantId, body);
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const { bindingNumber } = device;
      return { data: await asUnavailable(() => run(bindingNumber, window, signal)) };
    }),
  ];
}

type RunTest = (bindingNumber: number, window: TimeWindow, signal: AbortSignal) => Promise<BackTest>;

/** The draft over the frames of a device, or over its positions. */
async function testOf({ db, frames, points }: BackTestServices, tenantId: string, draft: RuleDraft): Promise<RunTest> {
  const { actions } = draft;
  const data = dataOf(draft.conditions);
  if (data === "bus") {
    const rule = compileBusDraft(draft);
    return async (bindingNumber, window, signal) =>
      runBusBackTest(frames, await testedBus(db, tenantId, bindingNumber), window, { rule, actions }, signal);
  }
  if (data !== "fence") {
    const { rule } = await compileDraft(db, tenantId, draft);
    return (bindingNumber, window, signal) => runBackTest(frames, bindingNumber, window, { rule, actions }, signal);
  }
  const rule = await compileFences(db, tenantId, draft);
  return (bindingNumber, window, signal) =>
    runFenceBackTest(points, { bindingNumber, ...window }, { rule, actions }, signal);
}
