import type { zh } from "./import-texts.zh.ts";

export const en = {
  "places.import.button": "Import",
  "places.import.title": "Import a track into {device}",
  "places.import.choose": "Choose an NMEA or GPX file",
  "places.import.hint": "Drop an NMEA or GPX file here, or press Import.",
  "places.import.reading": "Reading {file}",
  "places.import.file": "File",
  "places.import.positions": "Positions",
  "places.import.from": "From",
  "places.import.to": "To",
  "places.import.duration": "Time",
  "places.import.noTime": "{count} without a time, left out (first in line {line})",
  "places.import.wrongTime": "{count} not between 2000 and tomorrow, left out (first in line {line})",
  "places.import.unreadable": "{count} unreadable, left out (first in line {line})",
  "places.import.note":
    "Stored in WGS-84, not judged by rules on fences. A position that the device has at the same time stays.",
  "places.import.start": "Import {count} positions",
  "places.import.start_one": "Import {count} position",
  "places.import.tooLarge": "The file has {size}; the most is {most}. Import it in parts",
  "places.import.done": "{stored} positions imported",
  "places.import.repeated": ", {repeated} were there already",
} satisfies Record<keyof typeof zh, string>;
