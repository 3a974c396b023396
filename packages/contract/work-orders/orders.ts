import { z } from "zod";
import { fieldErrors } from "../accounts/errors.ts";
import { RULE_LEVELS } from "../alarms/rule-content.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { orderErrors } from "./errors.ts";
import { MOVE_NAMES, ORDER_STATUSES } from "./order-moves.ts";

/** WO-01 */
export const ORDER_TYPES = ["consult", "problem", "suggest", "other"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
/** The belonging function: the part of the product that an order is about. */
export const ORDER_FUNCTIONS = [
  "devices",
  "vehicles",
  "data",
  "signals",
  "alarms",
  "places",
  "diagnosis",
  "files",
  "firmware",
  "statistics",
  "accounts",
  "other",
] as const;
export type OrderFunction = (typeof ORDER_FUNCTIONS)[number];
export const ORDER_TABS = ["mine", "handle", "all"] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

export const ORDER_NAME_MIN = 2;
export const ORDER_NAME_MAX = 50;
export const DESCRIPTION_MAX = 2000;
export const REMARK_MAX = 1000;
/** Of an order, and of each remark. */
export const PICTURES_MAX = 9;
/** Of a tenant. */
export const MOST_OPEN_ORDERS = 200;
export const MOST_ENTRIES = 500;
const WINDOW_MAX_MS = 7 * 24 * 3_600_000;

const pictureIds = z.array(idOf("workOrderPicture")).max(PICTURES_MAX);

const CONTENT = {
  name: z.string().trim().min(ORDER_NAME_MIN).max(ORDER_NAME_MAX),
  type: z.enum(ORDER_TYPES),
  function: z.enum(ORDER_FUNCTIONS),
  /** Empty: none. */
  phone: z
    .string()
    .trim()
    .regex(/^(\+?\d{6,20})?$/, fieldErrors.phoneFormat.code),
  description: z.string().trim().min(1).max(DESCRIPTION_MAX),
};

/** What a refused order is sent again with. */
export const orderContent = z.object(CONTENT);

export const newOrder = z
  .object({
    ...CONTENT,
    picture_ids: pictureIds.default([]),
    things_id: idOf("device").optional(),
    event_id: idOf("alarmEvent").optional(),
    /** The time on the device that the order is about, epoch milliseconds. */
    from_time: z.number().int().min(0).optional(),
    to_time: z.number().int().min(0).optional(),
  })
  .refine(({ from_time, to_time }) => isWindow(from_time, to_time), {
    path: ["from_time"],
    message: orderErrors.windowInvalid.code,
  });

function isWindow(from: number | undefined, to: number | undefined): boolean {
  if (from === undefined || to === undefined) return from === to;
  return from < to && to - from <= WINDOW_MAX_MS;
}

const order = z.object({
  order_id: z.string(),
  /** `WO-YYYYMMDD-NNNN` */
  identifier: z.string(),
  name: z.string(),
  type: z.enum(ORDER_TYPES),
  function: z.enum(ORDER_FUNCTIONS),
  status: z.enum(ORDER_STATUSES),
  is_withdrawn: z.boolean(),
  /** Counts every change of the status; a move names the one that it was made on. */
  version: z.number(),
  tenant_name: z.string(),
  initiator: z.string(),
  /** Null: nobody yet. */
  handler: z.string().nullable(),
  device_name: z.string().nullable(),
  created_time: epochMs,
  /** In this status since. */
  since_time: epochMs,
});
export type WorkOrder = z.output<typeof order>;

const linkedEvent = z.object({
  event_id: z.string(),
  rule_name: z.string(),
  level: z.enum(RULE_LEVELS),
  start_time: epochMs,
  /** Whether it is still to be closed; null: the caller may not see it. */
  is_open: z.boolean().nullable(),
});

const ENTRY_KINDS = ["created", "remark", "expired", ...MOVE_NAMES] as const;

/** WO-02: the order as it was filed, and as it was sent again: their pictures are the order's. */
export const isFiling = (kind: (typeof ENTRY_KINDS)[number]): boolean => kind === "created" || kind === "resubmit";

const entry = z.object({
  kind: z.enum(ENTRY_KINDS),
  /** Null: the program. */
  user_name: z.string().nullable(),
  remark: z.string(),
  picture_ids: z.array(z.string()),
  time: epochMs,
});
export type OrderEntry = z.output<typeof entry>;

const orderDetail = order.extend({
  phone: z.string(),
  description: z.string(),
  picture_ids: z.array(z.string()),
  /** The caller's tenant has the device: its data can be opened. */
  things_id: z.string().nullable(),
  third_things_id: z.string().nullable(),
  firmware_version: z.string().nullable(),
  event: linkedEvent.nullable(),
  from_time: epochMs.nullable(),
  to_time: epochMs.nullable(),
  entries: z.array(entry),
  /** What the caller can do with it now. */
  moves: z.array(z.enum(MOVE_NAMES)),
  is_initiator: z.boolean(),
  may_handle: z.boolean(),
  /** When it is done by itself; null: not in this status. */
  ends_time: epochMs.nullable(),
});
export type OrderDetail = z.output<typeof orderDetail>;

const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const changing = { ...reading, audited: true } as const;
const ofOrder = { params: z.object({ order_id: idOf("workOrder") }) };

/** NAV-14: columns that the list is sorted by. */
export const WORK_ORDER_COLUMNS = [
  "identifier",
  "name",
  "type",
  "status",
  "function",
  "device_name",
  "tenant_name",
  "initiator",
  "handler",
  "created_time",
  "since_time",
] as const;

export const listOrders = endpoint({
  ...reading,
  name: "orders.listOrders",
  method: "GET",
  path: "/work-orders",
  summary: { zh: "工单列表", en: "Work orders" },
  query: z.object({
    ...pageQuery,
    ...orderQuery(WORK_ORDER_COLUMNS),
    tab: z.enum(ORDER_TABS).default("mine"),
    status: z.enum(ORDER_STATUSES).optional(),
    type: z.enum(ORDER_TYPES).optional(),
    keyword: z.string().trim().max(64).default(""),
    things_id: idOf("device").optional(),
    event_id: idOf("alarmEvent").optional(),
  }),
  reply: listOf(order).extend({
    may_handle: z.boolean(),
    /** How many wait for this person: to verify or send again, and to handle. */
    waiting: z.object({ mine: z.number(), handle: z.number() }),
  }),
});

export const getOrder = endpoint({
  ...reading,
  ...ofOrder,
  name: "orders.getOrder",
  method: "GET",
  path: "/work-orders/{order_id}",
  summary: { zh: "工单", en: "A work order" },
  reply: z.object({ data: orderDetail }),
});

export const createOrder = endpoint({
  ...changing,
  name: "orders.createOrder",
  method: "POST",
  path: "/work-orders",
  summary: { zh: "提交工单", en: "File a work order" },
  idempotent: true,
  body: newOrder,
  reply: z.object({ order_id: z.string(), identifier: z.string() }),
  errors: [orderErrors.tooMany],
});

/** WO-02: on another version than the present one it is refused with who was faster. */
export const moveOrder = endpoint({
  ...changing,
  ...ofOrder,
  name: "orders.moveOrder",
  method: "POST",
  path: "/work-orders/{order_id}/moves",
  summary: { zh: "流转工单", en: "Move a work order on" },
  body: z.object({
    move: z.enum(MOVE_NAMES),
    version: z.number().int().min(1),
    remark: z.string().trim().max(REMARK_MAX).default(""),
    picture_ids: pictureIds.default([]),
    /** Of `resubmit`: the order as it was changed. */
    content: orderContent.optional(),
    /** Of `agree` and `withdraw`: the linked alarm is closed too. */
    close_event: z.boolean().default(false),
  }),
  reply: z.object({ data: orderDetail }),
  errors: [
    orderErrors.moved,
    orderErrors.notNow,
    orderErrors.notYours,
    orderErrors.reasonMissing,
    orderErrors.unchanged,
    orderErrors.tooManyRemarks,
  ],
});

export const remarkOrder = endpoint({
  ...changing,
  ...ofOrder,
  name: "orders.remarkOrder",
  method: "POST",
  path: "/work-orders/{order_id}/remarks",
  summary: { zh: "为工单添加备注", en: "Add a remark to a work order" },
  body: z.object({ remark: z.string().trim().min(1).max(REMARK_MAX), picture_ids: pictureIds.default([]) }),
  reply: z.object({ data: orderDetail }),
  errors: [orderErrors.notNow, orderErrors.tooManyRemarks],
});
