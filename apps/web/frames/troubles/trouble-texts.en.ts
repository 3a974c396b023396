import type { zh } from "./trouble-texts.zh.ts";

export const en = {
  "frames.trouble.title": "Bus trouble in the last 24 hours (devices: {total}):",
  "frames.trouble.busOff": "{device} {channel} bus off {time}",
  "frames.trouble.errorBurst": "{device} {channel} {errors} error frames {time}",
  "frames.trouble.more": "and {count} more",
} satisfies Record<keyof typeof zh, string>;
