import type { zh } from "./quarantine-texts.zh.ts";

export const en = {
  "frames.quarantine.notice": "{count} frames with a wrong clock are kept apart, outside the history.",
  "frames.quarantine.notice_one": "{count} frame with a wrong clock is kept apart, outside the history.",
  "frames.quarantine.open": "Look at them",
  "frames.quarantine.title": "Data with a wrong clock",
  "frames.quarantine.note":
    "The device's clock was wrong when these frames were recorded. They are stored completely and were acknowledged, but are not part of the history. Shift their times and move them into history, or delete them.",
  "frames.quarantine.table": "Batches with a wrong clock",
  "frames.quarantine.received": "Arrived",
  "frames.quarantine.clock": "Clock said",
  "frames.quarantine.reason": "Reason",
  "frames.quarantine.reason.beforeTerminals": "Before 2000",
  "frames.quarantine.reason.inFuture": "Over a day ahead",
  "frames.quarantine.reason.jumped": "Jumps within the batch",
  "frames.quarantine.frames": "Frames",
  "frames.quarantine.arrivalShift": "Arrival − clock",
  "frames.quarantine.rowName": "Batch that arrived {time}",
  "frames.quarantine.all": "All: {batches} batches, {frames} frames ({bytes})",
  "frames.quarantine.chosen": "Chosen: {batches} batches, {frames} frames",
  "frames.quarantine.chooseAll": "All instead",
  "frames.quarantine.limit": "At most {limit} batches can be chosen at once",
  "frames.quarantine.empty": "No data with a wrong clock",
  "frames.quarantine.move": "How they are moved",
  "frames.quarantine.byShift": "By one shift",
  "frames.quarantine.byArrival": "Each to its arrival",
  "frames.quarantine.shift": "Shift",
  "frames.quarantine.shiftHint":
    "Such as +20407 d 03:12:44.120. Proposed from the batch that was on its way the shortest: its arrival less its last frame.",
  "frames.quarantine.shiftBad": "Enter a shift such as +20407 d 03:12:44.120 or −08:30",
  "frames.quarantine.suggest": "Take the proposed one",
  "frames.quarantine.preview": "The batches shown will be at {from} to {to}",
  "frames.quarantine.arrivalHint":
    "The last frame of each batch goes to the time of its arrival. Right for a clock that begins anew with every start of the device; batches that were buffered and sent together end up close together.",
  "frames.quarantine.differ":
    "These batches need different shifts ({least} to {most}): choose those of one start of the device, or move each to its arrival.",
  "frames.quarantine.takeOver": "Move into history",
  "frames.quarantine.takeOverTitle": "Move into history?",
  "frames.quarantine.takeOverNote":
    "{frames} frames of {batches} batches are moved by {shift} and become part of the history. They cannot be put back here.",
  "frames.quarantine.arriveNote":
    "{frames} frames of {batches} batches are moved to their arrival and become part of the history. They cannot be put back here.",
  "frames.quarantine.delete": "Delete",
  "frames.quarantine.deleteTitle": "Delete data with a wrong clock?",
  "frames.quarantine.deleteNote":
    "{frames} frames of {batches} batches will be deleted permanently; they do not come back when the device sends them again. Enter your password to confirm.",
  "frames.quarantine.running.takeOver": "Moving into history; this window may be closed",
  "frames.quarantine.running.remove": "Deleting; this window may be closed",
  "frames.quarantine.stop": "Stop",
  "frames.quarantine.done.takeOver": "{count} frames are part of the history now.",
  "frames.quarantine.done.takeOver_one": "{count} frame is part of the history now.",
  "frames.quarantine.done.remove": "{count} frames were deleted.",
  "frames.quarantine.done.remove_one": "{count} frame was deleted.",
  "frames.quarantine.show": "Show these frames",
  "frames.quarantine.left":
    "{batches} batches ({frames} frames) stay here: with this shift their times would still be wrong.",
  "frames.quarantine.stopped": "Stopped: the other batches are as they were.",
} satisfies Record<keyof typeof zh, string>;
