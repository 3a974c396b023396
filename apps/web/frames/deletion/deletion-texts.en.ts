import type { zh } from "./deletion-texts.zh.ts";

export const en = {
  "frames.deletion.range": "Delete history",
  "frames.deletion.quick": "Quick delete",
  "frames.deletion.title": "Delete history of {device}",
  "frames.deletion.all": "All time",
  "frames.deletion.rows": "{count} rows in this range",
  "frames.deletion.countFailed": "The rows could not be counted: {why}",
  "frames.deletion.limit":
    "This task takes the oldest {limit}; {left} stay, and the next task is offered when it is done.",
  "frames.deletion.pinned": "Also {count} windows pinned by open alarms (kept otherwise)",
  "frames.deletion.pinned_one": "Also {count} window pinned by open alarms (kept otherwise)",
  "frames.deletion.lost":
    "Curves, frames, alarm evidence and reports of this range lose their data. This cannot be undone.",
  "frames.deletion.channels": "Channels",
  "frames.deletion.allChannels": "All channels",
  "frames.deletion.alarms": "{count} alarms lose their data:",
  "frames.deletion.alarms_one": "{count} alarm loses its data:",
  "frames.deletion.alarmPinned": "pinned, kept unless ticked",
  "frames.deletion.moreAlarms": "and {count} more",
  "frames.deletion.delete": "Delete",
  "frames.deletion.nothing": "There is no data in this range",
  "frames.deletion.running": "Deleting; this window may be closed. Deleted rows cannot be restored",
  "frames.deletion.gone": "{done} of {all} rows deleted, {left} left",
  "frames.deletion.rate": "{rate} rows/s",
  "frames.deletion.stop": "Stop",
  "frames.deletion.stopped": "Stopped. Rows already deleted cannot be restored.",
  "frames.deletion.done": "{count} rows were deleted, {size} freed.",
  "frames.deletion.remaining": "{count} rows are left in this range.",
  "frames.deletion.next": "Go on with the next task",
  "frames.deletion.retry": "Try again",
  "frames.deletion.quickTitle": "Quick delete {device}",
  "frames.deletion.quickNote":
    "All data of the device will be deleted: {count} rows, {size}. The device stays; its card is not touched.",
  "frames.deletion.quickChildren":
    "All data of the gateway and its {children} sub-devices will be deleted: {count} rows, {size}. The devices stay; their cards are not touched.",
  "frames.deletion.everything": "Delete everything",
  "frames.deletion.notListed": "This device is not on the quick-delete list",
  "frames.deletion.whatIsThis": "What is quick delete?",
  "frames.deletion.managers": "Only the primary account may quick delete",
} satisfies Record<keyof typeof zh, string>;
