import type { zh } from "./frame-edit-texts.zh.ts";

export const en = {
  "frames.edit.list": "List of frames",
  "frames.edit.new": "A new frame",
  "frames.edit.item": "Edit frame {n}",
  "frames.edit.offline": "Device offline, commands cannot be sent; the list can be edited and saved.",
  "frames.edit.failed": "The device could not be loaded",
  "frames.edit.gone": "There is no such device",
  "frames.edit.goneNote": "It may have been deleted, or you may not see it.",
  "frames.edit.home": "Back to the home page",
} satisfies Record<keyof typeof zh, string>;
