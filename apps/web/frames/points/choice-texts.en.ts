import type { zh } from "./choice-texts.zh.ts";

export const en = {
  "frames.points.button": "Data points ({count})",
  "frames.points.title": "Data points ({count} of {limit})",
  "frames.points.search": "Find a message or signal",
  "frames.points.none": "Clear all",
  "frames.points.more": "{count} more messages: type part of a name",
  "frames.points.more_one": "{count} more message: type part of its name",
  "frames.points.chooseDbc": "Choose a DBC file first; its signals can then be columns of the table",
} satisfies Record<keyof typeof zh, string>;
