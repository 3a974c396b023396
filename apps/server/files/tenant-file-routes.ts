import { fileErrors } from "@canopy/contract/files/errors";
import { LOCATION } from "@canopy/contract/files/file-name";
import { beginTenantFile, deleteTenantFile, listTenantFiles } from "@canopy/contract/files/tenant-files";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import { beginUpload, type FileReceiver, type Receiving } from "./receive-file.ts";
import * as store from "./tenant-file-store.ts";

/** FIL-05 */
export function tenantFileRoutes(services: Receiving & { readonly receiver: FileReceiver }): Route[] {
  const { db, receiver } = services;
  return [
    route(beginTenantFile, async ({ caller, body }) => {
      const { tenantId, userId, userName } = caller;
      const sender = {
        tenantId,
        userId,
        userName,
        source: "upload",
        location: LOCATION.tenant,
        thingsId: null,
      } as const;
      const { name, size, sha256 = null, type, isPub } = body;
      const wanted = { ...sender, name, size, sha256, fileType: type, isPublic: isPub };
      const begun = await beginUpload(services, receiver, wanted);
      if (!begun) throw new ApiError(fileErrors.nameTaken, { field: "name" });
      return { data: begun };
    }),
    route(listTenantFiles, async ({ caller, query }) => {
      const { current_page, page_size, type, name } = query;
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.listTenantFiles(db, caller, { type, name, ...page });
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(deleteTenantFile, async ({ caller, query, language }) => {
      const file = await store.findTenantFile(db, caller, query);
      if (!file) throw new ApiError(platformErrors.notFound);
      if (!store.mayUseTenantFile(caller, file, "write")) throw new ApiError(platformErrors.forbidden);
      await receiver.remove(caller.tenantId, [file.id]);
      return { message: DELETED[language] };
    }),
  ];
}
