import type { zh } from "./json-texts.zh.ts";

export const en = {
  "frames.json.live": "Update every 2 s",
  "frames.json.save": "Download",
  "frames.json.copy": "Copy JSON",
  "frames.json.failed": "The newest data could not be loaded",
  "frames.json.note":
    "The device's state, the newest report of each data group, its last position, and of each channel and ID the newest frame in the minute before the last one.",
  "frames.json.gone": "There is no such device",
  "frames.json.goneNote": "It may have been deleted, or you may not see it.",
  "frames.json.home": "Back to the home page",
} satisfies Record<keyof typeof zh, string>;
