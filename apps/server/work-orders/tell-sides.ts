import { REMINDER } from "@canopy/contract/messages/messages";
import { fill, type Text } from "@canopy/contract/platform/language";
import { ORDER_NOTICES, STATUS_TEXTS } from "@canopy/contract/work-orders/notices";
import type { OrderStatus } from "@canopy/contract/work-orders/order-moves";
import { getTenantInfo } from "../accounts/tenant-store.ts";
import { listManagers, listSystemManagers } from "../accounts/user-store.ts";
import { messageUsers } from "../messages/message-users.ts";
import type { Recipient } from "../messages/user-message-store.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Db } from "../platform/postgres/schema.ts";

interface TellServices {
  readonly db: Db;
  readonly bus: Bus;
}

/** What is told of an order, and those who have to do with it. */
export interface ToldOrder {
  readonly order_id: string;
  readonly tenant_id: string;
  readonly initiator_id: string | null;
  readonly handler_id: string | null;
  readonly identifier: string;
  readonly name: string;
  readonly status: OrderStatus;
  readonly tenant_name: string;
}

interface Told {
  readonly kind: keyof typeof ORDER_NOTICES;
  /** Who did it, and is not told. */
  readonly userId: string | null;
  readonly user: string;
  readonly remark: string;
}

/** A remark in a message is cut; the order has it whole. */
const SHOWN_REMARK = 200;

export async function tellInitiator(services: TellServices, order: ToldOrder, told: Told): Promise<void> {
  const { initiator_id: userId, tenant_id: tenantId } = order;
  if (userId === null || userId === told.userId) return;
  await send(services, [{ tenantId, userId }], order, { ...told, page: "WorkOrderDetail" });
}

/** Whoever has it in hand; else all who may handle it. */
export async function tellHandlers(services: TellServices, order: ToldOrder, told: Told): Promise<void> {
  const all = await handlersOf(services.db, order.tenant_id);
  const own = all.filter(({ userId }) => userId === order.handler_id);
  const to = (own.length > 0 ? own : all).filter(({ userId }) => userId !== told.userId);
  await send(services, to, order, { ...told, page: "HandleWorkOrder" });
}

/** WO-02 */
async function handlersOf(db: Db, tenantId: string): Promise<Recipient[]> {
  const tenant = await getTenantInfo(db, tenantId);
  const merchants = tenant?.merchant_id ? await listManagers(db, tenant.merchant_id) : [];
  return [...(await listSystemManagers(db)), ...merchants];
}

async function send(
  services: TellServices,
  to: readonly Recipient[],
  order: ToldOrder,
  { kind, user, remark, page }: Told & { page: string },
): Promise<void> {
  const { title, content } = ORDER_NOTICES[kind];
  const { identifier, name, tenant_name: tenant } = order;
  const short = remark.length > SHOWN_REMARK ? `${remark.slice(0, SHOWN_REMARK)}…` : remark;
  const inWords = (text: Text): Text => {
    const values = { identifier, name, tenant, user, remark: short };
    const { zh, en } = STATUS_TEXTS[order.status];
    return { zh: fill(text.zh, { ...values, status: zh }), en: fill(text.en, { ...values, status: en }) };
  };
  await messageUsers(services, to, {
    title: inWords(title),
    content: inWords(content),
    link: `/Container/${page}?id=${order.order_id}`,
    type: "system",
    reminderMode: REMINDER.icon,
  });
}
