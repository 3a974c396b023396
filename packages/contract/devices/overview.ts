import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { thing } from "./thing.ts";

/** Devices per answer; HomePage asks until there are no more. */
export const OVERVIEW_MAX_ROWS = 2_000;

/** DEV-01: a device as a row of HomePage: the fields to filter, sort and show, and no more, since 10,000 may come. */
const overviewRow = z.object({
  ...thing.pick({
    id: true,
    name: true,
    third_things_id: true,
    info_model_id: true,
    info_model_name: true,
    class: true,
    gateway_id: true,
    channel_enable: true,
    online: true,
    online_time: true,
    offline_time: true,
    sd_state: true,
    sd_used_percent: true,
    firmware_version: true,
    favourite: true,
    created_time: true,
    level: true,
  }).shape,
  label_ids: z.array(z.string()),
  group_ids: z.array(z.string()),
});
export type OverviewRow = z.output<typeof overviewRow>;

export const overviewThings = endpoint({
  name: "devices.overviewThings",
  method: "GET",
  path: "/things/overview",
  summary: { zh: "首页通道状态列表", en: "All devices for the list of channel states" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    /** The last id of the previous answer: continues after it. */
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(OVERVIEW_MAX_ROWS).default(OVERVIEW_MAX_ROWS),
  }),
  /** `next` is the `after` of the following call, null at the end. */
  reply: z.object({ list: z.array(overviewRow), next: z.string().nullable() }),
});
