import {
  backfillBinding,
  bindStrategy,
  changeSignalBinding,
  listSignalBindings,
  unbindStrategy,
} from "@canopy/contract/signals/bindings";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { type BindingServices, bind, changeBinding, shownBindings, startBackfill, unbind } from "./change-bindings.ts";

/** DBC-03: the frame store holds the kept values of a binding. */
export function bindingRoutes(services: BindingServices): Route[] {
  return [
    route(listSignalBindings, async ({ caller: { tenantId }, params }) => ({
      list: await asUnavailable(() => shownBindings(services, { tenantId, thingsId: params.things_id })),
    })),
    route(bindStrategy, async ({ caller: { tenantId }, params, body }) => {
      const place = { channel: body.channel, strategyId: body.strategy_id };
      return {
        data: await asUnavailable(() => bind(services, { tenantId, thingsId: params.things_id }, place)),
      };
    }),
    route(changeSignalBinding, async ({ caller: { tenantId }, params, body }) => ({
      data: await asUnavailable(() =>
        changeBinding(services, { tenantId, thingsId: params.things_id }, params.binding_id, body),
      ),
    })),
    route(unbindStrategy, async ({ caller: { tenantId }, params }) => ({
      data: {
        panels: await asUnavailable(() =>
          unbind(services, { tenantId, thingsId: params.things_id }, params.binding_id),
        ),
      },
    })),
    route(backfillBinding, async ({ caller: { tenantId, userId }, params }) => ({
      data: {
        job_id: await startBackfill(services, { tenantId, thingsId: params.things_id }, params.binding_id, userId),
      },
    })),
  ];
}
