import type { zh } from "./point-texts.zh.ts";

export const en = {
  "frames.points.device": "Device",
  "frames.points.noDevice": "No devices of this type yet",
  "frames.points.noDeviceNote":
    "Choose this type when you add a device: what it reports is then shown here, live and in history.",
  "frames.points.group": "Data group",
  "frames.points.live": "Newest values",
  "frames.points.liveNote": "Updated every 2 s",
  "frames.points.reported": "Reported",
  "frames.points.neverReported": "Nothing reported yet",
  "frames.points.notDefined": "Not defined in the type",
  "frames.points.time": "Time",
  "frames.points.failed": "The data could not be loaded",
  "frames.points.nothing": "This data group has no fields to show",
  "frames.points.nothingNote": "Add fields under Data fields, or set them to be shown.",
  "frames.points.history": "History",
  "frames.points.view": "Shown as",
  "frames.points.view.curve": "Curves",
  "frames.points.view.table": "Table",
  "frames.points.fields": "Fields as curves (10 at most)",
  "frames.points.tooMany": "10 fields at most at a time",
  "frames.points.curve": "Curves of {group}: {fields}",
  "frames.points.empty": "No data in this time range",
  "frames.points.emptyNote": "Choose a longer range, or see whether the device is online.",
  "frames.points.noCurve": "No field is chosen",
} satisfies Record<keyof typeof zh, string>;
