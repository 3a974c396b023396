import { listOutbox, resendOutgoing, revealOutgoing } from "@canopy/contract/messages/outbox";
import { providerErrors } from "@canopy/contract/messages/providers";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Text } from "@canopy/contract/platform/language";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { getOutgoingContent, listOutboxRows, type OutboxRow, retryOutgoing } from "./outbox-store.ts";

const QUEUED: Text = { zh: "将立即重发", en: "Is sent again now" };

export function outboxRoutes(db: Db): Route[] {
  return [
    route(listOutbox, async ({ query }) => {
      const { list, total } = await listOutboxRows(db, query);
      const pagination = { current_page: query.current_page, page_size: query.page_size, total_size: total };
      return { list: list.map(masked), pagination };
    }),
    route(revealOutgoing, async ({ params }) => {
      const content = await getOutgoingContent(db, params.message_id);
      if (content === undefined) throw new ApiError(platformErrors.notFound);
      return { data: { content } };
    }),
    route(resendOutgoing, async ({ params, language }) => {
      if ((await getOutgoingContent(db, params.message_id)) === undefined) throw new ApiError(platformErrors.notFound);
      if (!(await retryOutgoing(db, params.message_id))) throw new ApiError(providerErrors.notFailed);
      return { message: QUEUED[language] };
    }),
  ];
}

function masked({ secret, ...row }: OutboxRow) {
  if (secret === null) return { ...row, masked: false };
  return { ...row, content: row.content.replaceAll(secret, "•".repeat(secret.length)), masked: true };
}
