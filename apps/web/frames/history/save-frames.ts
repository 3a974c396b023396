import type { FrameBatch } from "@canopy/can/frame/batch";
import { createWriter } from "@canopy/can/logs/formats";
import { MemoryOutput } from "@canopy/can/logs/memory-output";

/** DAT-01: what "save" offers. */
export const SAVE_FORMATS = ["candump", "asc", "blf", "mdf4"] as const;
type SaveFormat = (typeof SAVE_FORMATS)[number];
const ENDINGS: Readonly<Record<SaveFormat, string>> = { candump: "log", asc: "asc", blf: "blf", mdf4: "mf4" };

interface SavedLog {
  bytes: Uint8Array<ArrayBuffer>;
  ending: string;
  /** What the format could not take over, in frames. */
  losses: Readonly<Record<"skipped" | "adjusted" | "reduced", number>>;
}

/** The frames as a log file; the sizes in the headers of BLF and MDF4 are patched in at the end. */
export function writeLog(batch: FrameBatch, format: SaveFormat, utcOffsetMinutes: number): SavedLog {
  const output = new MemoryOutput();
  const writer = createWriter(format, output, { utcOffsetMinutes });
  writer.write(batch);
  writer.end();
  const { skipped, adjusted, reduced = 0 } = writer;
  return { bytes: output.bytes(), ending: ENDINGS[format], losses: { skipped, adjusted, reduced } };
}

/** Hands a file to the person in front of the page. */
export function downloadFile(bytes: BlobPart, name: string, type = "application/octet-stream"): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
