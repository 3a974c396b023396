import { fileErrors } from "@canopy/contract/files/errors";
import * as calls from "@canopy/contract/files/inbox";
import { DELETED, SAVED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { DirectPlace } from "../../platform/files/open-files.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import * as rows from "./inbox-file-store.ts";
import { devicesOf, inboxOf, replaceRules, rulesOf } from "./inbox-store.ts";
import { DeviceMatcher } from "./match-device.ts";
import { inboxInWords } from "./open-inbox.ts";

interface InboxRouteServices {
  readonly db: Db;
  readonly inboxPlace: DirectPlace;
}

/** The manager's part of the inbox; the worker alone touches the files. */
export function inboxRoutes({ db, inboxPlace }: InboxRouteServices): Route[] {
  const shown = async (tenantId: string): Promise<calls.Inbox> => {
    const [state, rules] = await Promise.all([inboxOf(db, tenantId), rulesOf(db, tenantId)]);
    return {
      ...state,
      place: inboxInWords(inboxPlace, tenantId),
      is_folder: inboxPlace.kind === "folder",
      rules: rules.map(({ userId: _, ...rule }) => rule),
    };
  };
  const found = async (tenantId: string, id: string): Promise<rows.InboxRow> => {
    const row = await rows.inboxRow(db, tenantId, id);
    if (!row) throw new ApiError(platformErrors.notFound);
    return row;
  };
  return [
    route(calls.getInbox, async ({ caller }) => ({ data: await shown(caller.tenantId) })),
    route(calls.setInboxRules, async ({ caller, body }) => {
      const { tenantId, userId } = caller;
      const known = new Set((await devicesOf(db, tenantId)).map(({ thingsId }) => thingsId));
      if (body.rules.some(({ things_id }) => things_id !== null && !known.has(things_id.toLowerCase())))
        throw new ApiError(platformErrors.notFound);
      await db.transaction().execute((trx) => replaceRules(trx, { tenantId, userId }, body.rules));
      return { data: await shown(tenantId) };
    }),
    route(calls.tryInboxRules, async ({ caller, body }) => {
      const matcher = new DeviceMatcher(body.rules, await devicesOf(db, caller.tenantId));
      return { list: body.names.map((name) => triedAs(name, matcher)) };
    }),
    route(calls.listInboxFiles, async ({ caller, query }) => {
      const { current_page, page_size, ...filter } = query;
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await rows.listInbox(db, caller.tenantId, filter, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.retryInboxFile, async ({ caller, params, language }) => {
      const row = await found(caller.tenantId, params.id);
      if (!(await rows.retryRow(db, row))) throw new ApiError(fileErrors.inboxBusy);
      return { message: SAVED[language] };
    }),
    route(calls.discardInboxFile, async ({ caller, params, language }) => {
      const row = await found(caller.tenantId, params.id);
      const isIdle = row.state === "unmatched" || row.state === "failed" || row.state === "done";
      if (!isIdle || !(await rows.changeRow(db, row, { state: "discarded" }))) throw new ApiError(fileErrors.inboxBusy);
      return { message: DELETED[language] };
    }),
  ];
}

function triedAs(name: string, matcher: DeviceMatcher): calls.TriedName {
  const match = matcher.match(name);
  if (match.kind === "none")
    return { name, rule: match.rule, things_id: null, device_name: null, message_code: match.code };
  const { thingsId, name: deviceName } = match.device;
  return { name, rule: match.rule, things_id: thingsId, device_name: deviceName, message_code: null };
}
