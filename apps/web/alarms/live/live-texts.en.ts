import type { zh } from "./live-texts.zh.ts";

export const en: Record<keyof typeof zh, string> = {
  "alarms.live.region": "New alarms",
  "alarms.live.more": "and {count} more",
  "alarms.events.acknowledge": "Acknowledge",
};
