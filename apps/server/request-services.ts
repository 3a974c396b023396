import { REMINDER } from "@canopy/contract/messages/messages";
import { getTenantInfo } from "./accounts/tenant-store.ts";
import { listManagers, listSystemManagers } from "./accounts/user-store.ts";
import type { RequestServices } from "./capacity/request-routes.ts";
import { messageUsers } from "./messages/message-users.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Db } from "./platform/postgres/schema.ts";

/** NAV-16: who hears of a capacity request and of its answer. */
export function requestServices({ db, bus }: { readonly db: Db; readonly bus: Bus }): RequestServices {
  const asMessage = { type: "system", reminderMode: REMINDER.icon } as const;
  return {
    db,
    tellOperators: async (notice) =>
      messageUsers({ db, bus }, await listSystemManagers(db), { ...notice, ...asMessage }),
    tellManagers: async (tenantId, notice) =>
      messageUsers({ db, bus }, await listManagers(db, tenantId), { ...notice, ...asMessage }),
    nameOf: async (tenantId) => (await getTenantInfo(db, tenantId))?.name ?? "",
  };
}
