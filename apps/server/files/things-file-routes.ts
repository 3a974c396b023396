import { fileCapacity } from "@canopy/contract/capacity/capacity";
import { fileErrors } from "@canopy/contract/files/errors";
import * as calls from "@canopy/contract/files/things-files";
import { DELETED } from "@canopy/contract/platform/answers";
import type { Level } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { packageOf } from "../capacity/package-store.ts";
import { bytesOfGigabytes } from "../capacity/storage-room.ts";
import { trafficUsed } from "../capacity/traffic-store.ts";
import { findType } from "../devices/types/info-model-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { newBrowserId } from "../platform/http/browser-id.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type DeviceLevels, requireLevel } from "../platform/http/check-devices.ts";
import { HttpReply, publicRoute, type Route, route } from "../platform/http/route.ts";
import { isContinuation } from "../transfers/send-file.ts";
import { usedSpace } from "./file-space.ts";
import { getFile, type StoredFile } from "./file-store.ts";
import { lookAtFileTicket, newFileTicket, useFileTicket } from "./file-tickets.ts";
import type { FileReceiver, Receiving } from "./receive-file.ts";
import { requireSendable, sendStoredFile } from "./send-stored-file.ts";
import { mayUseTenantFile } from "./tenant-file-store.ts";
import * as store from "./things-file-store.ts";

export interface ThingsFileServices extends Receiving {
  readonly receiver: FileReceiver;
  readonly deviceLevels: DeviceLevels;
  readonly now: () => number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Of one call: a filter may match a year of files. */
const MOST_DELETED = 10_000;
const DELETED_AT_ONCE = 200;

/** FIL-01 */
export function thingsFileRoutes(services: ThingsFileServices): Route[] {
  const { db, now } = services;
  return [
    route(calls.listFiles, async ({ caller, query }) => {
      const { current_page, page_size, ...filter } = query;
      await requireType(services, caller, filter.info_model_id);
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.listThingsFiles(db, caller, filter, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.fileDownloadUrl, async ({ caller, params, browserId, browserCookie }) => {
      const file = await fileFor(services, caller, params.id, "read");
      await requireSendable(db, file, now());
      const answer = { data: `/v1/file-links/${await newFileTicket(db, caller.tenantId, file.id)}` };
      // By its id the browser is known again when it goes on with a download that was cut.
      return new HttpReply(answer, 200, browserId ? {} : { "set-cookie": browserCookie(newBrowserId()) });
    }),
    route(calls.ftpDownload, async ({ caller, params, part }) =>
      sendStoredFile(services, await fileFor(services, caller, params.id, "read"), part),
    ),
    publicRoute(calls.followFileLink, async ({ params, browserId, part }) => {
      const take = part.isHead ? lookAtFileTicket : useFileTicket;
      const ticket = await take(db, params.ticket, { browser: browserId, isContinuation: isContinuation(part) });
      const file = ticket && (await getFile(db, ticket.tenantId, ticket.fileId));
      if (!file) throw new ApiError(transferErrors.linkInvalid);
      return sendStoredFile(services, file, part);
    }),
    route(calls.listFolders, async ({ caller, query }) => ({ list: await store.listFolders(db, caller, query) })),
    route(calls.deleteFiles, async ({ caller, query, language }) => {
      const { ids, time_order: _, time_key, ...filter } = query;
      if (ids === undefined && Object.values(filter).every((value) => value === undefined || value === ""))
        throw new ApiError(fileErrors.nothingChosen);
      await requireType(services, caller, filter.info_model_id);
      const named = ids === undefined ? undefined : idsIn(ids);
      const gone = await deleteMatching(services, caller, { ...filter, time_key }, named);
      return { message: DELETED[language], ...gone };
    }),
    route(calls.listFileStorage, async ({ caller, query }) => {
      const { current_page, page_size, ...filter } = query;
      await requireType(services, caller, filter.info_model_id);
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.listFileStorage(db, caller, { ...filter, ...page });
      return { list, total_size: total, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.deleteFileStorage, async ({ caller, params, query, language }) => {
      await requireLevel(caller, [params.id.toLowerCase()], "write", services.deviceLevels);
      const found = await store.filesOfDevice(db, caller.tenantId, params.id, query.file_location);
      const gone = await removeAll(services, caller.tenantId, found);
      return { message: DELETED[language], ...gone };
    }),
    route(fileCapacity, async ({ caller }) => {
      const [content, used, flow] = await Promise.all([
        packageOf(db, caller.tenantId),
        usedSpace(db, caller.tenantId),
        trafficUsed(db, caller.tenantId, now()),
      ]);
      return {
        total_storage: bytesOfGigabytes(content.file_storage_space) ?? 0,
        used_storage: used.cloud,
        total_flow: content.device_file_traffic_management ?? 0,
        used_flow: flow,
        ftp_total_storage: bytesOfGigabytes(content.ftp_storage_space) ?? 0,
        ftp_used_storage: used.ftp,
      };
    }),
  ];
}

/** A file that the caller may use at this level: of a device by its right there, of the tenant by FIL-05. */
export async function fileFor(
  { db, deviceLevels }: Pick<ThingsFileServices, "db" | "deviceLevels">,
  caller: Caller,
  id: string,
  level: Level,
): Promise<StoredFile> {
  const file = await getFile(db, caller.tenantId, id);
  if (!file) throw new ApiError(platformErrors.notFound);
  if (file.thingsId !== null) await requireLevel(caller, [file.thingsId], level, deviceLevels);
  else if (!mayUseTenantFile(caller, file, level)) throw new ApiError(platformErrors.notFound);
  return file;
}

async function requireType({ db }: Receiving, caller: Caller, infoModelId: string | undefined): Promise<void> {
  if (infoModelId !== undefined && !(await findType(db, caller.tenantId, infoModelId)))
    throw new ApiError(platformErrors.notFound);
}

function idsIn(text: string): string[] {
  const ids = text.split(",").map((id) => id.trim().toLowerCase());
  if (!ids.every((id) => UUID.test(id)))
    throw new ApiError(platformErrors.inputInvalid, { field: "ids", values: { field: "ids" } });
  return ids;
}

/** All or none: a file that may not be deleted keeps the others too, so that nobody believes they are gone. */
async function deleteMatching(
  services: ThingsFileServices,
  caller: Caller,
  filter: store.FileFilter,
  ids: readonly string[] | undefined,
) {
  const found = await store.matchingFiles(services.db, caller, filter, { ids, most: MOST_DELETED });
  if (ids !== undefined && found.length < new Set(ids).size) throw new ApiError(platformErrors.notFound);
  if (found.some(({ mayWrite }) => !mayWrite)) throw new ApiError(platformErrors.forbidden);
  return removeAll(services, caller.tenantId, found);
}

async function removeAll({ receiver }: ThingsFileServices, tenantId: string, found: readonly { id: string }[]) {
  let [deleted, freed] = [0, 0];
  for (let at = 0; at < found.length; at += DELETED_AT_ONCE) {
    const ids = found.slice(at, at + DELETED_AT_ONCE).map(({ id }) => id);
    const gone = await receiver.remove(tenantId, ids);
    deleted += gone.count;
    freed += gone.bytes;
  }
  return { deleted, freed };
}
