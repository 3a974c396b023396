import type { zh } from "./connection-texts.zh.ts";

export const en = {
  "frames.connections.title": "Online history",
  "frames.connections.share": "online {share} of 7 days",
  "frames.connections.shareYoung": "online {share} since it was added {age} ago",
  "frames.connections.failed": "The online history could not be read",
  "frames.connections.none": "Not online in the last 7 days.",
  "frames.connections.lane": "When it was online in the last 7 days: {count} times",
  "frames.connections.lane_one": "When it was online in the last 7 days: {count} time",
  "frames.connections.from": "Online",
  "frames.connections.to": "Offline",
  "frames.connections.length": "For",
  "frames.connections.still": "still online",
} satisfies Record<keyof typeof zh, string>;
