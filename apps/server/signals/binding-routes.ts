import {
  backfillBinding,
  bindStrategy,
  changeSignalBinding,
  listSignalBindings,
  unbindStrategy,
} from "@canopy/contract/signals/bindings";
import { unlessAway } from "../frames/unless-away.ts";
import { type Route, route } from "../platform/http/route.ts";
import { type BindingServices, bind, changeBinding, startBackfill, unbind } from "./change-bindings.ts";
import { bindingsOf } from "./signal-binding-store.ts";

/** DBC-03 */
export function bindingRoutes(services: BindingServices): Route[] {
  return [
    route(listSignalBindings, async ({ caller: { tenantId }, params }) => ({
      list: await bindingsOf(services.db, { tenantId, thingsId: params.things_id }),
    })),
    route(bindStrategy, async ({ caller: { tenantId }, params, body }) => ({
      data: await bind(
        services,
        { tenantId, thingsId: params.things_id },
        { channel: body.channel, strategyId: body.strategy_id },
      ),
    })),
    route(changeSignalBinding, async ({ caller: { tenantId }, params, body }) => ({
      data: await changeBinding(services, { tenantId, thingsId: params.things_id }, params.binding_id, body),
    })),
    route(unbindStrategy, async ({ caller: { tenantId }, params }) => ({
      data: {
        panels: await unlessAway(() => unbind(services, { tenantId, thingsId: params.things_id }, params.binding_id)),
      },
    })),
    route(backfillBinding, async ({ caller: { tenantId, userId }, params }) => ({
      data: {
        job_id: await startBackfill(services, { tenantId, thingsId: params.things_id }, params.binding_id, userId),
      },
    })),
  ];
}
