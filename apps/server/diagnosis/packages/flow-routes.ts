import { flowProblem, STANDARD_FLOW } from "@canopy/can/uds/flash/flow";
import { type FlowStepData, flowSteps } from "@canopy/contract/device-link/flash/flash-order";
import { flowOf } from "@canopy/contract/device-link/flash/flash-plan-of";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import * as calls from "@canopy/contract/diagnosis/flashing/flows";
import { DELETED, nameList } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findEcu } from "../ecus/ecu-store.ts";
import { refuseForeign } from "./choose-package.ts";
import * as store from "./flow-store.ts";

/** As data, with the defaults of each step. */
export const STANDARD_STEPS = flowSteps.parse(STANDARD_FLOW.map(({ kind }) => ({ kind })));

/** UDS-04: flows, and what is known of each ECU for flashing. */
export function flowRoutes(db: Db): Route[] {
  return [
    route(calls.listFlashFlows, async ({ caller }) => ({
      list: await store.listFlows(db, caller.tenantId),
      standard: STANDARD_STEPS,
    })),
    route(calls.createFlashFlow, async ({ caller, body, language }) => {
      const { tenantId, userName } = caller;
      refuseBad(body.steps, language);
      if ((await store.listFlows(db, tenantId)).length >= calls.MAX_FLOWS)
        throw new ApiError(flashErrors.flowLimit, { values: { limit: calls.MAX_FLOWS } });
      const id = await store.insertFlow(db, tenantId, { ...body, userName });
      if (id === undefined) throw new ApiError(flashErrors.flowNameTaken, { field: "name" });
      return { data: await mustFindFlow(db, tenantId, id) };
    }),
    route(calls.updateFlashFlow, async ({ caller, params, body, language }) => {
      const { tenantId, userName } = caller;
      refuseBad(body.steps, language);
      await mustFindFlow(db, tenantId, params.flow_id);
      if (!(await store.changeFlow(db, tenantId, params.flow_id, { ...body, userName })))
        throw new ApiError(flashErrors.flowNameTaken, { field: "name" });
      return { data: await mustFindFlow(db, tenantId, params.flow_id) };
    }),
    route(calls.deleteFlashFlow, async ({ caller, params, language }) => {
      const flow = await mustFindFlow(db, caller.tenantId, params.flow_id);
      if (!(await store.deleteFlow(db, caller.tenantId, params.flow_id)))
        throw new ApiError(flashErrors.flowInUse, { values: { names: nameList(flow.ecus, language) } });
      return { message: DELETED[language] };
    }),
    ...profileRoutes(db),
  ];
}

function profileRoutes(db: Db): Route[] {
  const profileOf = async (tenantId: string, ecuId: string) => {
    if (!(await findEcu(db, tenantId, ecuId))) throw new ApiError(platformErrors.notFound);
    return (await store.findProfile(db, tenantId, ecuId)) ?? calls.flashProfile.parse({});
  };
  return [
    route(calls.getFlashProfile, async ({ caller, params }) => ({
      data: await profileOf(caller.tenantId, params.ecu_id),
    })),
    route(calls.setFlashProfile, async ({ caller, params, body }) => {
      const { tenantId } = caller;
      await profileOf(tenantId, params.ecu_id);
      if (body.flow_id !== null) await mustFindFlow(db, tenantId, body.flow_id);
      await refuseForeign(db, tenantId, body);
      await store.saveProfile(db, tenantId, params.ecu_id, body);
      return { data: await profileOf(tenantId, params.ecu_id) };
    }),
    route(calls.getFlashSettings, async ({ caller }) => ({
      data: { two_persons: await store.asksTwoPersons(db, caller.tenantId) },
    })),
    route(calls.setFlashSettings, async ({ caller, body }) => {
      await store.setTwoPersons(db, caller.tenantId, body.two_persons);
      return { data: body };
    }),
  ];
}

async function mustFindFlow(db: Db, tenantId: string, id: string) {
  const flow = await store.findFlow(db, tenantId, id);
  if (!flow) throw new ApiError(platformErrors.notFound);
  return flow;
}

function refuseBad(steps: readonly FlowStepData[], language: Language): void {
  const wrong = flowProblem(flowOf(steps));
  if (wrong === null) return;
  const problem = calls.FLOW_PROBLEM_TEXTS[wrong.problem][language];
  throw new ApiError(flashErrors.flowBad, {
    field: "steps",
    values: { at: (wrong.at ?? steps.length - 1) + 1, problem },
  });
}
