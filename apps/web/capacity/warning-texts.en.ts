import type { zh } from "./warning-texts.zh.ts";

export const en = {
  "capacity.ring.label": "Storage capacity: {share} used",
  "capacity.ring.unlimited": "Storage capacity: {used} used",
  "capacity.ring.full": "Storage capacity: used up",
  "capacity.tip.known": "I already know",
  "capacity.tip.open": "Open",
  "capacity.tip.label": "Storage capacity warning",
  "capacity.tips95.data": "{left} of data space left, full in about {days} days.",
  "capacity.tips95.dataSoon": "{left} of data space left.",
  "capacity.tips100.data":
    "Data space is used up: new data is not stored. Devices stay online, live view and alarms go on.",
  "capacity.tips100.loop": "Data space is used up: the oldest data makes room for new data.",
  "capacity.tips95.file": "{left} of file space left.",
  "capacity.tips100.file": "File space is used up: new files are not kept.",
  "capacity.tips95.download": "{left} of this month's download traffic left.",
  "capacity.tips100.download": "This month's download traffic is used up: files cannot be downloaded.",
  "capacity.full.device": "Data capacity full",
} satisfies Record<keyof typeof zh, string>;
