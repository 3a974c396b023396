import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";

/** USR-03: a sub-user's level on each device, for the page that sets them. */
export const RIGHT_LEVELS = ["none", "read", "write"] as const;
const level = z.enum(RIGHT_LEVELS);
export type RightLevel = z.output<typeof level>;

const MAX_DEVICES = 10_000;
const MAX_STEPS = 100;

const filter = {
  keyword: z.string().max(64).default(""),
  label_id: z.uuid().optional(),
  info_model_id: z.uuid().optional(),
  level: level.optional(),
};

const ofSubUser = z.object({ user_id: idOf("subUser") });

const deviceRight = z.object({
  things_id: z.string(),
  name: z.string(),
  third_things_id: z.string(),
  type_name: z.string(),
  labels: z.array(z.string()),
  level,
});
export type DeviceRight = z.output<typeof deviceRight>;

export const listRights = endpoint({
  name: "devices.listRights",
  method: "GET",
  path: "/things/rights/{user_id}",
  summary: { zh: "子用户在各设备上的权限", en: "A sub-user's level on every device" },
  access: { kind: "manager" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofSubUser,
  query: z.object({ ...pageQuery, ...filter }),
  reply: listOf(deviceRight),
});

/** One step: the devices it names, or all that the filter finds when it is carried out. Later steps win. */
export const rightStep = z.object({
  level,
  things_ids: z.array(idOf("device")).max(MAX_DEVICES).optional(),
  filter: z.object(filter).optional(),
});
export type RightStep = z.output<typeof rightStep>;

const rightCounts = z.object({ to_none: z.number(), to_read: z.number(), to_write: z.number() });
export type RightCounts = z.output<typeof rightCounts>;

export const changeRights = endpoint({
  name: "devices.changeRights",
  method: "PUT",
  path: "/things/rights/{user_id}",
  summary: { zh: "修改子用户的设备权限", en: "Change a sub-user's levels on devices" },
  access: { kind: "manager" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  bodyLimit: 1024 * 1024,
  params: ofSubUser,
  body: z.object({
    steps: z.array(rightStep).max(MAX_STEPS),
    /** Counts what would change and changes nothing. */
    is_trial: z.boolean().default(false),
    /** In place of the steps: what another sub-user has. */
    copy_from: idOf("subUser").optional(),
  }),
  reply: z.object({ data: rightCounts }),
});
