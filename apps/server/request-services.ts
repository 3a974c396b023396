import { APPLIED_NOTICE, CLOSED_NOTICE } from "@canopy/contract/accounts/notices";
import { REMINDER } from "@canopy/contract/messages/messages";
import { fill } from "@canopy/contract/platform/language";
import type { Registered } from "./accounts/registration/register.ts";
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

/** ACC-17: the system managers hear of a registration, and the managers of its merchant. */
export function tellReviewers(services: { readonly db: Db; readonly bus: Bus }) {
  return async ({ merchantId }: Registered, name: string): Promise<void> => {
    const { db } = services;
    const managers = merchantId === null ? [] : await listManagers(db, merchantId);
    const { title, content } = APPLIED_NOTICE;
    const filled = { zh: fill(content.zh, { name }), en: fill(content.en, { name }) };
    await messageUsers(services, [...(await listSystemManagers(db)), ...managers], {
      title,
      content: filled,
      link: "/Container/Operating/Registrations",
      type: "system",
      reminderMode: REMINDER.icon,
    });
  };
}

/** ACC-26: the operators erase what a closed tenant leaves. */
export function tellOfClosing(services: { readonly db: Db; readonly bus: Bus }) {
  return async (tenantId: string): Promise<void> => {
    const { db } = services;
    const name = (await getTenantInfo(db, tenantId))?.name ?? "";
    const { title, content } = CLOSED_NOTICE;
    await messageUsers(services, await listSystemManagers(db), {
      title,
      content: { zh: fill(content.zh, { name }), en: fill(content.en, { name }) },
      link: "/Container/Operating/Tenants",
      type: "system",
      reminderMode: REMINDER.icon,
    });
  };
}
