import type { zh } from "./texts.zh.ts";

export const en = {
  "platform.time.now": "just now",
  "platform.time.secondsAgo": "{n} s ago",
  "platform.time.minutesAgo": "{n} min ago",
  "platform.time.hoursAgo": "{n} h ago",
  "platform.time.yesterday": "yesterday {clock}",
  "platform.time.daysAgo": "{n} d ago",
  "platform.time.inSeconds": "in {n} s",
  "platform.time.inMinutes": "in {n} min",
  "platform.time.inHours": "in {n} h",
  "platform.time.inDays": "in {n} d",
  "platform.duration.ms": "{n} ms",
  "platform.duration.s": "{n} s",
  "platform.duration.minS": "{min} min {s} s",
  "platform.duration.hMin": "{h} h {min} min",
  "platform.duration.dH": "{d} d {h} h",
  "platform.error.network": "The server cannot be reached; check the network and try again",
  "platform.error.unknown": "An unknown error occurred",
  "platform.error.http": "The server answered HTTP {status}",
  "platform.version.reloading": "Page update detected, reloading automatically",
} satisfies Record<keyof typeof zh, string>;
