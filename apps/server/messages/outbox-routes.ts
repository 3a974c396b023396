import { listOutbox } from "@canopy/contract/messages/outbox";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { listOutboxRows } from "./outbox-store.ts";

export function outboxRoutes(db: Db): Route[] {
  return [
    route(listOutbox, async ({ query }) => {
      const { list, total } = await listOutboxRows(db, query);
      return { list, pagination: { current_page: query.current_page, page_size: query.page_size, total_size: total } };
    }),
  ];
}
