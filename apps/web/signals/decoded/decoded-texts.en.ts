import type { zh } from "./decoded-texts.zh.ts";

export const en = {
  "signals.decoded.table": "Decoded history",
  "signals.decoded.choose": "Signals ({count})",
  "signals.decoded.refresh": "Refresh",
  "signals.decoded.export": "Export the range…",
  "signals.decoded.rule": "grey: the last value before, up to a minute old",
  "signals.decoded.rows": "{count} rows",
  "signals.decoded.rows_one": "{count} row",
  "signals.decoded.tools": "Tools of the decoded history",
  "signals.decoded.start": "Choose the signals to look at, 30 at most",
  "signals.decoded.startText": "Your choice is kept for this device.",
  "signals.decoded.none": "No data of the chosen signals in this range",
  "signals.decoded.split":
    "{signals}: messages of more than 8 bytes that are sent in several frames have no rows here; curves, functions and the export have their values",
  "signals.decoded.gone": "{signal}: {why}",
} as const satisfies Record<keyof typeof zh, string>;
