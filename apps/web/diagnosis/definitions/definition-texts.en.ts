import type { zh } from "./definition-texts.zh.ts";

export const en = {
  "diagnosis.defs.action": "Definitions…",
  "diagnosis.defs.title": "Definitions of {name}",
  "diagnosis.defs.none":
    "No definitions yet: with a CSV, ODX or PDX, identifiers and routines have names, units and values.",
  "diagnosis.defs.format":
    "Columns of a CSV: kind (did or routine), id, name, value, byte, shift, bits, type, factor, offset, unit.",
  "diagnosis.defs.known":
    "{file}: {identifiers} identifiers, {routines} routines, {faults} fault codes, imported by {user}",
  "diagnosis.defs.choose": "Choose a file",
  "diagnosis.defs.read": "{file} has {identifiers} identifiers, {routines} routines, {faults} fault codes",
  "diagnosis.defs.notUnderstood": "Not understood ({count})",
  "diagnosis.defs.problems": "Lines that could not be read ({count})",
  "diagnosis.defs.line": "line {line}: {text}",
  "diagnosis.defs.import": "Import",
  "diagnosis.defs.imported": "{file} is imported",
  "diagnosis.defs.delete": "Delete definitions",
  "diagnosis.defs.deleted": "The definitions are deleted",
  "diagnosis.defs.pick": "Defined identifiers",
  "diagnosis.defs.pickRoutine": "Defined routines",
  "diagnosis.defs.pickNone": "Choose…",
  "diagnosis.defs.value": "{name}: {value}",
  "diagnosis.defs.curve": "Curves at that time",
  "diagnosis.defs.record": "record {record}",
} satisfies Record<keyof typeof zh, string>;
