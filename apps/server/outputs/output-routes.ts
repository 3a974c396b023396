import { outputAnswers } from "@canopy/contract/outputs/answers";
import { MAX_OUTPUTS } from "@canopy/contract/outputs/output-content";
import * as calls from "@canopy/contract/outputs/outputs";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import { dropOutput, type KeepServices, makeOutput, must, setOutputEnabled, updateOutput } from "./keep-output.ts";
import { partsOf } from "./output-file-store.ts";
import { findOutput, outputsOf } from "./output-store.ts";
import { retryRun, runNow } from "./run-jobs.ts";
import { findRun, runsOf } from "./run-store.ts";

/** Scheduled outputs. */
export function outputRoutes(services: KeepServices & { readonly jobs: Jobs }): Route[] {
  const { db } = services;
  const requireWhole = ({ devices }: Caller) => {
    if (devices !== null) throw new ApiError(platformErrors.forbidden);
  };
  return [
    route(calls.listOutputs, async ({ caller, query }) => {
      const { current_page, page_size } = query;
      const { list, total } = await outputsOf(db, caller, query);
      return { list, pagination: { current_page, page_size, total_size: total }, limit: MAX_OUTPUTS };
    }),
    route(calls.getOutput, async ({ caller, params }) => ({
      data: must(await findOutput(db, caller, params.output_id)),
    })),
    route(calls.createOutput, async ({ caller, body }) => ({ data: await makeOutput(services, caller, body) })),
    route(calls.updateOutput, async ({ caller, params, body }) => ({
      data: await updateOutput(services, caller, params.output_id, body),
    })),
    route(calls.enableOutput, async ({ caller, params, body }) => ({
      data: await setOutputEnabled(services, caller, params.output_id, body.enabled),
    })),
    route(calls.deleteOutput, async ({ caller, params, language }) => {
      await dropOutput(services, caller, params.output_id);
      return { message: outputAnswers.deleted[language] };
    }),
    route(calls.runOutput, async ({ caller, params }) => {
      requireWhole(caller);
      return { data: { run_id: await runNow(services, caller, params.output_id) } };
    }),
    route(calls.listOutputRuns, async ({ caller, query }) => {
      const { current_page, page_size, output_id } = query;
      if (output_id !== undefined) must(await findOutput(db, caller, output_id));
      const { list, total } = await runsOf(db, caller, query);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.getOutputRun, async ({ caller, params }) => {
      const run = must(await findRun(db, caller, params.run_id));
      return { data: { ...run, list: await partsOf(db, caller.tenantId, run.run_id) } };
    }),
    route(calls.retryOutputRun, async ({ caller, params }) => {
      requireWhole(caller);
      await retryRun(services, caller, params.run_id);
      return { data: { run_id: params.run_id } };
    }),
  ];
}
