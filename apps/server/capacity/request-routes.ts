import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { REQUEST_NOTICES } from "@canopy/contract/capacity/notices";
import type { LimitName } from "@canopy/contract/capacity/package";
import {
  answerCapacityRequest,
  capacityErrors,
  listAllCapacityRequests,
  listCapacityRequests,
  requestCapacity,
} from "@canopy/contract/capacity/requests";
import { platformErrors } from "@canopy/contract/platform/errors";
import { fill, type Text } from "@canopy/contract/platform/language";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { packageOf, setPackage } from "./package-store.ts";
import { answerRequest, hasRequest, insertRequest, listAllRequests, listRequests } from "./request-store.ts";

interface Notice {
  readonly title: Text;
  readonly content: Text;
  readonly link: string;
}

export interface RequestServices {
  readonly db: Db;
  tellOperators(notice: Notice): Promise<void>;
  tellManagers(tenantId: string, notice: Notice): Promise<void>;
  /** The name of a tenant. */
  nameOf(tenantId: string): Promise<string>;
}

interface PageAsked {
  readonly current_page: number;
  readonly page_size: number;
}

/** NAV-16, CAP-01: a tenant asks, the system manager grants or refuses, both hear of it. */
export function requestRoutes(services: RequestServices): Route[] {
  const { db, tellOperators, tellManagers, nameOf } = services;
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
      await tellOperators(noticeOf("asked", body.quota, values, "/Container/Operating/Requests"));
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
      const done = await giveAnswer(db, request_id, { state, amount, answer });
      const values = { amount: done.amount, answer };
      await tellManagers(done.tenantId, noticeOf(state, done.quota, values, "/Container/HomePage#capacity-data"));
      return { state };
    }),
  ];
}

/** The package follows in the same transaction. */
async function giveAnswer(db: Db, id: string, answer: Parameters<typeof answerRequest>[2]) {
  return db.transaction().execute(async (transaction) => {
    const done = await answerRequest(transaction, id, answer);
    if (done === undefined) {
      throw new ApiError(
        (await hasRequest(transaction, id)) ? capacityErrors.requestAnswered : platformErrors.notFound,
      );
    }
    if (answer.state === "granted") {
      const content = await packageOf(transaction, done.tenantId);
      await setPackage(transaction, done.tenantId, { ...content, [done.quota]: done.amount });
    }
    return done;
  });
}

function noticeOf(
  kind: keyof typeof REQUEST_NOTICES,
  quota: LimitName,
  values: Record<string, string | number>,
  link: string,
): Notice {
  const { title, content } = REQUEST_NOTICES[kind];
  const inWords = (text: Text): Text => ({
    zh: fill(text.zh, { ...values, quota: LIMIT_TEXTS[quota].zh }),
    en: fill(text.en, { ...values, quota: LIMIT_TEXTS[quota].en }),
  });
  return { title: inWords(title), content: inWords(content), link };
}
