import type { zh } from "./trouble-texts.zh.ts";

export const en = {
  "frames.trouble.title": "Trouble on the bus of {total} devices in the last 24 hours:",
  "frames.trouble.busOff": "{device} {channel} bus off {time}",
  "frames.trouble.errorBurst": "{device} {channel} {errors} error frames {time}",
  "frames.trouble.more": "and {count} more",
} satisfies Record<keyof typeof zh, string>;
