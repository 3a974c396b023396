import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

/** USR-03: a sub-user's levels on devices; they apply from the next sign-in (USR-04). */
const MAX_DEVICES = 10_000;
const levels = z.object({
  readable: z.array(idOf("device")).max(MAX_DEVICES),
  read_write: z.array(idOf("device")).max(MAX_DEVICES),
});
const ofUser = z.object({ user_id: idOf("user") });

export const getDeviceLevels = endpoint({
  name: "devices.getDeviceLevels",
  method: "GET",
  path: "/things/levels/{user_id}",
  summary: { zh: "子用户的设备权限", en: "A sub-user's device permissions" },
  access: { kind: "manager" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofUser,
  reply: z.object({ data: levels }),
});

/** Replaces them all; a device in both lists is read-write. */
export const setDeviceLevels = endpoint({
  name: "devices.setDeviceLevels",
  method: "PUT",
  path: "/things/levels/{user_id}",
  summary: { zh: "设置子用户的设备权限", en: "Set a sub-user's device permissions" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  bodyLimit: 1024 * 1024,
  params: ofUser,
  body: levels,
  reply: z.object({ message: z.string() }),
});
