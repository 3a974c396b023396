import type { zh } from "./sequence-texts.zh.ts";

export const en = {
  "diagnosis.sequence.add": "Add to sequence",
  "diagnosis.sequence.title": "Sequence ({count})",
  "diagnosis.sequence.saved": "Saved sequences",
  "diagnosis.sequence.none": "Choose…",
  "diagnosis.sequence.name": "Name of the sequence",
  "diagnosis.sequence.goOn": "Continue after a refusal",
  "diagnosis.sequence.functional": "functional address",
  "diagnosis.sequence.unlock": "unlock level {level}",
  "diagnosis.sequence.remove": "Remove step {n}",
  "diagnosis.sequence.run": "Run sequence",
  "diagnosis.sequence.save": "Save",
  "diagnosis.sequence.savedNote": "The sequence “{name}” is saved",
  "diagnosis.sequence.delete": "Delete",
  "diagnosis.sequence.deletedNote": "The sequence “{name}” is deleted",
  "diagnosis.sequence.clear": "Empty",
  "diagnosis.sequence.warn":
    "Services of this sequence change something in {device}. Make sure that the vehicle is safe.",
  "diagnosis.leave.title": "The diagnosis goes on",
  "diagnosis.leave.text":
    "When you leave, the session of {device} ends after 60 s: 3E stops and the ECUs go back to the default session.",
  "diagnosis.leave.stay": "Stay",
  "diagnosis.leave.leave": "Leave",
  "diagnosis.leave.end": "End the session and leave",
} satisfies Record<keyof typeof zh, string>;
