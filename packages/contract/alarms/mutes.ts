import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { alarmErrors } from "./errors.ts";
import { weeklyHours } from "./weekly-hours.ts";

const mute = z.object({
  mute_id: z.string(),
  /** Null: every rule. */
  rule_id: z.string().nullable(),
  rule_name: z.string().nullable(),
  /** Null: every device. */
  things_id: z.string().nullable(),
  device_name: z.string().nullable(),
  /** Null: devices of any label, and of none. */
  label_id: z.string().nullable(),
  label_name: z.string().nullable(),
  /** Null: all the time. */
  hours: weeklyHours.nullable(),
  until_time: epochMs,
  reason: z.string(),
  author: z.string(),
  created_time: epochMs,
  /** The caller may end it. */
  may_end: z.boolean(),
});
export type AlarmMute = z.output<typeof mute>;

const common = { rateLimit: RATE.normal } as const;

/** Those that are not over, but for mutes of devices and rules that the caller may not see. */
export const listAlarmMutes = endpoint({
  ...common,
  name: "alarms.listAlarmMutes",
  method: "GET",
  path: "/alarm-mutes",
  summary: { zh: "报警静音列表", en: "Mutes of alarms" },
  access: { kind: "tenant", level: "read" },
  audited: false,
  reply: z.object({ list: z.array(mute) }),
});

/**
 * Events are recorded and nothing is sent, until then. Muting a device, or a rule on one, takes the level `write` on it;
 * muting all devices, a label or a rule on several is for managers.
 */
export const createAlarmMute = endpoint({
  ...common,
  name: "alarms.createAlarmMute",
  method: "POST",
  path: "/alarm-mutes",
  summary: { zh: "静音报警", en: "Mute alarms" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  body: z.object({
    rule_id: idOf("alarmRule").optional(),
    things_id: idOf("device").optional(),
    label_id: idOf("label").optional(),
    /** In force only then, until the mute ends. */
    hours: weeklyHours.nullable().default(null),
    minutes: z.number().int().min(1).max(525_600, alarmErrors.muteEnd.code),
    reason: z.string().trim().max(200).default(""),
  }),
  reply: z.object({ data: mute }),
  errors: [alarmErrors.muteRights],
});

/** Takes the same right as making it. */
export const deleteAlarmMute = endpoint({
  ...common,
  name: "alarms.deleteAlarmMute",
  method: "DELETE",
  path: "/alarm-mutes/{mute_id}",
  summary: { zh: "取消静音", en: "End a mute" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  params: z.object({ mute_id: idOf("alarmMute") }),
  reply: z.object({ message: z.string() }),
  errors: [alarmErrors.muteRights],
});
