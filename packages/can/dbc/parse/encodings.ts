/** A DBC has no field for its encoding; these are met. */
export const DBC_ENCODINGS = [
  "utf-8",
  "utf-8-bom",
  "utf-16le",
  "utf-16be",
  "gb18030",
  "big5",
  "shift_jis",
  "windows-1252",
] as const;
export type DbcEncoding = (typeof DBC_ENCODINGS)[number];
