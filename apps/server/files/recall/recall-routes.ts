import { fileErrors } from "@canopy/contract/files/errors";
import { isTooLargeFor } from "@canopy/contract/files/recall-rules";
import * as calls from "@canopy/contract/files/recalls";
import { platformErrors } from "@canopy/contract/platform/errors";
import { completeDeviceLog } from "../../devices/device-log-store.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { FileReceiver } from "../receive-file.ts";
import { type CardOwner, cardFacts, pageOfCardFiles } from "./card-store.ts";
import { type CardServices, readCard } from "./read-card.ts";
import { noteWatched } from "./recall-news-store.ts";
import * as store from "./recall-store.ts";
import { startRecalls } from "./start-recalls.ts";
import { tellRecalls } from "./tell-recalls.ts";

export interface RecallRouteServices extends CardServices {
  readonly secret: string;
  readonly bus: Bus;
  readonly receiver: FileReceiver;
}

/** FIL-02 */
export function recallRoutes(services: RecallRouteServices): Route[] {
  const { db } = services;
  const factsOf = async (owner: CardOwner) => {
    const facts = await cardFacts(db, owner);
    if (!facts) throw new ApiError(platformErrors.notFound);
    return facts;
  };
  return [
    route(calls.listCardFiles, async ({ caller, params, query }) => {
      const { current_page, page_size, ...filter } = query;
      const owner = { tenantId: caller.tenantId, thingsId: params.things_id };
      const card = await factsOf(owner);
      await noteWatched(db, { ...owner, userId: caller.userId });
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await pageOfCardFiles(db, owner, filter, page);
      const outcomes = await store.outcomesOf(db, owner, list);
      const rows = list.map((file) => ({
        ...file,
        is_too_large: isTooLargeFor(card.firmware_version, file.size),
        recall: null,
        file_id: null,
        in_history: false,
        ...outcomes.get(file.name),
      }));
      return { list: rows, pagination: { current_page, page_size, total_size: total }, card };
    }),
    route(calls.readCard, async ({ caller, params }) => {
      const owner = { tenantId: caller.tenantId, thingsId: params.things_id };
      await readCard(services, owner, caller.userName);
      return { data: await factsOf(owner) };
    }),
    route(calls.startRecalls, async ({ caller, params, body }) => {
      return { list: await startRecalls(services, caller, { thingsId: params.things_id, ...body }) };
    }),
    route(calls.listRecalls, async ({ caller, params, query }) => {
      const { current_page, page_size, state } = query;
      const owner = { tenantId: caller.tenantId, thingsId: params.things_id };
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.pageOfRecalls(db, owner, state, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.listOwnRecalls, async ({ caller, query }) => {
      const { current_page, page_size } = query;
      await noteWatched(db, caller);
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.pageOfOwnRecalls(db, caller, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.cancelRecall, async ({ caller, params }) => {
      const owner = { tenantId: caller.tenantId, thingsId: params.things_id };
      const cancelled = await store.cancelRecallRow(db, owner, params.recall_id);
      if (cancelled?.fileId) await services.receiver.remove(owner.tenantId, [cancelled.fileId]);
      if (cancelled) await tellRecalls(services.bus, db, { ...owner, userId: cancelled.userId, id: params.recall_id });
      if (cancelled?.logId) await completeDeviceLog(db, owner.tenantId, cancelled.logId, { result: "cancelled" });
      const recall = await store.getRecall(db, owner, params.recall_id);
      if (!recall) throw new ApiError(platformErrors.notFound);
      if (!cancelled) throw new ApiError(fileErrors.recallEnded);
      return { data: recall };
    }),
  ];
}
