import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { RULE_LEVELS } from "./rule-content.ts";

const alarmDevice = z.object({
  things_id: z.string(),
  /** The highest of its open events. */
  level: z.enum(RULE_LEVELS),
  count: z.number(),
});
export type AlarmDevice = z.output<typeof alarmDevice>;

/** TRG-05: the devices with open events that the caller may see. */
export const listAlarmDevices = endpoint({
  name: "alarms.listAlarmDevices",
  method: "GET",
  path: "/alarm-devices",
  summary: { zh: "有未关闭报警的设备", en: "Devices with open alarms" },
  access: { kind: "tenant", level: "read" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ list: z.array(alarmDevice) }),
});
