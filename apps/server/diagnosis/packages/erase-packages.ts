import { sql } from "kysely";
import type { Files } from "../../platform/files/files.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { PackageContent } from "./package-content.ts";
import { packagesOfTenant } from "./package-store.ts";

/** All packages of a tenant that is erased; its runs and settings let go of them first. */
export function eraseTenantPackages({ db, files }: { readonly db: Db; readonly files: Files }) {
  const content = new PackageContent(files);
  return async (tenantId: string, signal: AbortSignal): Promise<void> => {
    await sql`update flash_profiles set package_id = null where tenant_id = ${tenantId}`.execute(db);
    for (const id of await packagesOfTenant(db, tenantId)) {
      signal.throwIfAborted();
      await content.remove({ tenantId, id });
      await sql`delete from flash_packages where tenant_id = ${tenantId} and id = ${id}`.execute(db);
    }
  };
}
