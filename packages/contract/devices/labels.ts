import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { labelErrors } from "./errors.ts";
import { deviceName, LABEL_NAME_MAX, MAX_GROUP_MEMBERS, MAX_LABELS_PER_DEVICE } from "./rules.ts";

/** DEV-09: labels and soft groups. They belong to the tenant; counts are of devices the caller may read. */
const counted = z.object({ id: z.string(), name: z.string(), things_num: z.number() });
const named = z.object({ data: z.object({ id: z.string(), name: z.string() }) });
const message = z.object({ message: z.string() });
export const labelName = z.string().trim().min(1).max(LABEL_NAME_MAX);
const labelBody = z.object({ name: labelName });
const groupBody = z.object({ name: deviceName });
const oneLabel = z.object({ label_id: idOf("label") });
const oneGroup = z.object({ group_id: idOf("thingGroup") });

const reading = { access: { kind: "session" }, audited: false, rateLimit: RATE.normal } as const;
const writing = { access: { kind: "tenant", level: "write" }, audited: true, rateLimit: RATE.normal } as const;

export const listLabels = endpoint({
  ...reading,
  name: "devices.listLabels",
  method: "GET",
  path: "/things/labels",
  summary: { zh: "标签列表", en: "Labels" },
  reply: z.object({ list: z.array(counted) }),
});

export const createLabel = endpoint({
  ...writing,
  name: "devices.createLabel",
  method: "POST",
  path: "/things/labels",
  summary: { zh: "新建标签", en: "Create a label" },
  body: labelBody,
  reply: named,
  errors: [labelErrors.labelNameTaken, labelErrors.labelLimit],
});

export const renameLabel = endpoint({
  ...writing,
  name: "devices.renameLabel",
  method: "PUT",
  path: "/things/labels/{label_id}",
  summary: { zh: "重命名标签", en: "Rename a label" },
  params: oneLabel,
  body: labelBody,
  reply: named,
  errors: [labelErrors.labelNameTaken],
});

export const deleteLabel = endpoint({
  ...writing,
  name: "devices.deleteLabel",
  method: "DELETE",
  path: "/things/labels/{label_id}",
  summary: { zh: "删除标签", en: "Delete a label" },
  params: oneLabel,
  reply: message,
});

export const setThingLabels = endpoint({
  ...writing,
  name: "devices.setThingLabels",
  method: "PUT",
  path: "/things/{things_id}/labels",
  summary: { zh: "设置设备的标签", en: "Set the labels of a device" },
  access: { kind: "device", level: "write", field: "things_id" },
  params: z.object({ things_id: idOf("device") }),
  body: z.object({ label_ids: z.array(idOf("label")).max(MAX_LABELS_PER_DEVICE) }),
  reply: message,
});

export const listGroups = endpoint({
  ...reading,
  name: "devices.listGroups",
  method: "GET",
  path: "/things/groups",
  summary: { zh: "分组列表", en: "Groups of devices" },
  reply: z.object({ list: z.array(counted) }),
});

export const createGroup = endpoint({
  ...writing,
  name: "devices.createGroup",
  method: "POST",
  path: "/things/groups",
  summary: { zh: "新建分组", en: "Create a group" },
  body: groupBody,
  reply: named,
  errors: [labelErrors.groupNameTaken, labelErrors.groupLimit],
});

export const renameGroup = endpoint({
  ...writing,
  name: "devices.renameGroup",
  method: "PUT",
  path: "/things/groups/{group_id}",
  summary: { zh: "重命名分组", en: "Rename a group" },
  params: oneGroup,
  body: groupBody,
  reply: named,
  errors: [labelErrors.groupNameTaken],
});

export const deleteGroup = endpoint({
  ...writing,
  name: "devices.deleteGroup",
  method: "DELETE",
  path: "/things/groups/{group_id}",
  summary: { zh: "删除分组", en: "Delete a group" },
  params: oneGroup,
  reply: message,
});

/** Sets the members among the devices the caller may read; the others stay as they are. */
export const setGroupMembers = endpoint({
  ...writing,
  name: "devices.setGroupMembers",
  method: "PUT",
  path: "/things/groups/{group_id}/members",
  summary: { zh: "设置分组成员", en: "Set the devices of a group" },
  bodyLimit: 1024 * 1024,
  params: oneGroup,
  body: z.object({ things_ids: z.array(idOf("device")).max(MAX_GROUP_MEMBERS) }),
  reply: message,
});
