import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderType, pageQuery, queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { deviceErrors } from "./errors.ts";
import { newThing, thing, thingChanges } from "./thing.ts";
import { ORDER_COLUMNS, thingFilters } from "./thing-filters.ts";

const common = { rateLimit: RATE.normal } as const;
const reading = { ...common, audited: false, access: { kind: "device", level: "read", field: "things_id" } } as const;
const writing = { ...common, audited: true, access: { kind: "device", level: "write", field: "things_id" } } as const;
const thingsId = z.object({ things_id: idOf("device") });
const message = z.object({ message: z.string() });

const listQuery = {
  ...pageQuery,
  order_param: z.enum(ORDER_COLUMNS).default("created_time"),
  order_type: orderType.default(1),
  filters: thingFilters,
};

/** DEV-10: the devices that the caller may read. */
export const batchThings = endpoint({
  ...common,
  name: "devices.batchThings",
  method: "GET",
  path: "/things/batch",
  summary: { zh: "设备列表", en: "Devices with their usage" },
  access: { kind: "session" },
  audited: false,
  query: z.object({ ...listQuery, tenant_id: idOf("tenant") }),
  reply: listOf(
    z.object({
      id: z.string(),
      name: z.string(),
      info_model_id: z.string().nullable(),
      info_model_name: z.string().nullable(),
      third_things_id: z.string(),
      things_usage: z.number(),
      last_cal_usage_time: z.number().nullable(),
    }),
  ),
});

/** DEV-01: the same devices with all that HomePage shows. */
export const listThings = endpoint({
  ...common,
  name: "devices.listThings",
  method: "GET",
  path: "/things",
  summary: { zh: "设备及其状态列表", en: "Devices with their state" },
  access: { kind: "session" },
  audited: false,
  query: z.object(listQuery),
  reply: listOf(thing),
});

export const getThing = endpoint({
  ...reading,
  name: "devices.getThing",
  method: "GET",
  path: "/things/{things_id}",
  summary: { zh: "设备详情", en: "A device" },
  params: thingsId,
  reply: z.object({ data: thing }),
});

const writeErrors = [
  deviceErrors.nameLength,
  deviceErrors.descriptionFormat,
  deviceErrors.licenceInvalid,
  deviceErrors.notAGateway,
  deviceErrors.gatewayNested,
  deviceErrors.canDeviceLimit,
];

/** DEV-02: the licence key is shown here and never again; so no answer is kept for a repeat, which is a duplicate ID. */
export const createThing = endpoint({
  ...common,
  name: "devices.createThing",
  method: "POST",
  path: "/things",
  summary: { zh: "添加设备（授权密钥仅显示一次）", en: "Add a device; its licence key is shown once" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  body: newThing,
  reply: z.object({ data: thing, licence_key: z.string() }),
  errors: [
    ...writeErrors,
    deviceErrors.idFormat,
    deviceErrors.idInvalid,
    deviceErrors.idBound,
    deviceErrors.deviceLimit,
  ],
});

export const updateThing = endpoint({
  ...writing,
  name: "devices.updateThing",
  method: "PUT",
  path: "/things/{things_id}",
  summary: { zh: "修改设备", en: "Change a device" },
  params: thingsId,
  body: thingChanges,
  reply: z.object({ data: thing }),
  errors: [...writeErrors, deviceErrors.hasChildren],
});

export const deleteThing = endpoint({
  ...writing,
  name: "devices.deleteThing",
  method: "DELETE",
  path: "/things/{things_id}",
  summary: { zh: "删除设备", en: "Delete a device" },
  params: thingsId,
  /** DEV-09: 1 takes the sub-devices of a gateway along; else they stay, without a gateway. */
  query: z.object({ delete_children: queryFlag(false) }),
  reply: message,
});

export const rotateLicenceKey = endpoint({
  ...writing,
  name: "devices.rotateLicenceKey",
  method: "POST",
  path: "/things/{things_id}/licence-key",
  summary: { zh: "更换授权密钥（仅显示一次）", en: "Replace the licence key; the new one is shown once" },
  params: thingsId,
  reply: z.object({ licence_key: z.string() }),
});

export const setFavourite = endpoint({
  ...reading,
  name: "devices.setFavourite",
  method: "PUT",
  path: "/things/{things_id}/favourite",
  summary: { zh: "收藏或取消收藏设备", en: "Mark a device as favourite, or not" },
  params: thingsId,
  body: z.object({ favourite: z.boolean() }),
  reply: message,
});
