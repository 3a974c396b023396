import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { labelErrors } from "./errors.ts";
import { MAX_GROUP_MEMBERS } from "./rules.ts";

/**
 * One call for many devices, all or nothing: one unknown (or meanwhile deleted) device refuses the call, so that no
 * half is done.
 */
const BULK_DELETE_MAX = 500;
const NAMES_MAX = 20;
const message = z.object({ message: z.string() });
const many = { things_ids: z.array(idOf("device")).min(1).max(MAX_GROUP_MEMBERS) };
const common = { rateLimit: RATE.normal, bodyLimit: 1024 * 1024 } as const;
const writing = { ...common, audited: true, access: { kind: "device", level: "write", field: "things_ids" } } as const;
const reading = { ...common, audited: false, access: { kind: "device", level: "read", field: "things_ids" } } as const;

export const labelThings = endpoint({
  ...writing,
  name: "devices.labelThings",
  method: "PUT",
  path: "/things/bulk/labels",
  summary: { zh: "批量添加或移除标签", en: "Add labels to many devices, or take them off" },
  body: z.object({
    ...many,
    add_label_ids: z.array(idOf("label")).max(NAMES_MAX).default([]),
    remove_label_ids: z.array(idOf("label")).max(NAMES_MAX).default([]),
  }),
  reply: message,
  errors: [labelErrors.labelsPerDevice],
});

export const groupThings = endpoint({
  ...writing,
  name: "devices.groupThings",
  method: "PUT",
  path: "/things/bulk/groups",
  summary: { zh: "批量加入或移出分组", en: "Put many devices into groups, or take them out" },
  body: z.object({
    ...many,
    add_group_ids: z.array(idOf("thingGroup")).max(NAMES_MAX).default([]),
    remove_group_ids: z.array(idOf("thingGroup")).max(NAMES_MAX).default([]),
  }),
  reply: message,
  errors: [labelErrors.groupFull],
});

export const favouriteThings = endpoint({
  ...reading,
  name: "devices.favouriteThings",
  method: "PUT",
  path: "/things/bulk/favourites",
  summary: { zh: "批量收藏或取消收藏", en: "Mark many devices as favourites, or not" },
  body: z.object({ ...many, favourite: z.boolean() }),
  reply: message,
});

export const deleteManyThings = endpoint({
  ...writing,
  name: "devices.deleteManyThings",
  method: "POST",
  path: "/things/bulk/delete",
  summary: { zh: "批量删除设备", en: "Delete many devices" },
  body: z.object({
    things_ids: z.array(idOf("device")).min(1).max(BULK_DELETE_MAX),
    delete_children: z.boolean().default(false),
  }),
  reply: message,
});

/** The columns of an import first, so that a list can be taken elsewhere; then the state of the moment. */
export const exportThings = endpoint({
  ...reading,
  name: "devices.exportThings",
  method: "POST",
  path: "/things/export",
  summary: { zh: "导出设备（CSV）", en: "Export devices as CSV" },
  audited: true,
  body: z.object(many),
  reply: z.string(),
  contentType: "text/csv; charset=utf-8",
});
