import {
  answerCapacityRequest,
  capacityErrors,
  listAllCapacityRequests,
  listCapacityRequests,
  requestCapacity,
} from "@canopy/contract/capacity/requests";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { answerCapacity, type CapacityNotice, capacityNotice } from "./answer-request.ts";
import { packageOf } from "./package-store.ts";
import { insertRequest, listAllRequests, listRequests } from "./request-store.ts";

export interface RequestServices {
  readonly db: Db;
  tellOperators(notice: CapacityNotice): Promise<void>;
  tellManagers(tenantId: string, notice: CapacityNotice): Promise<void>;
  /** The name of a tenant. */
  nameOf(tenantId: string): Promise<string>;
}

interface PageAsked {
  readonly current_page: number;
  readonly page_size: number;
}

/** NAV-16, CAP-01: a tenant asks, the system manager grants or refuses, both hear of it. */
export function requestRoutes(services: RequestServices): Route[] {
  const { db, tellOperators, nameOf } = services;
  const paged = <T>({ current_page, page_size }: PageAsked, { list, total }: { list: T[]; total: number }) => ({
    list,
    pagination: { current_page, page_size, total_size: total },
  });
  return [
    route(requestCapacity, async ({ caller, params: { tenantId }, body }) => {
      const { userId, userName } = caller;
      const id = await insertRequest(db, { ...body, tenantId, userId, userName });
      if (id === undefined) throw new ApiError(capacityErrors.requestWaiting);
      const values = { tenant: await nameOf(tenantId), user: userName, amount: body.amount, reason: body.reason };
      await tellOperators(capacityNotice("asked", body.quota, values, "/Container/Operating/Requests"));
      return { id };
    }),
    route(listCapacityRequests, async ({ params, query }) =>
      paged(query, await listRequests(db, params.tenantId, query)),
    ),
    route(listAllCapacityRequests, async ({ query }) => {
      const found = await listAllRequests(db, query);
      const list = await Promise.all(
        found.list.map(async (one) => ({ ...one, current: (await packageOf(db, one.tenant_id))[one.quota] })),
      );
      return paged(query, { ...found, list });
    }),
    route(answerCapacityRequest, async ({ params: { request_id }, body: { decision: state, amount, answer } }) => {
      await answerCapacity(services, request_id, { state, amount, answer });
      return { state };
    }),
  ];
}
