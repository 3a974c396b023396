export type FirmwareFormat = "srec" | "ihex" | "bin";

export type FirmwareProblemCode =
  | "badRecord"
  | "badChecksum"
  | "badLength"
  | "unknownType"
  | "badAddress"
  | "overlap"
  | "recordCount"
  | "dataAfterEnd"
  | "missingEnd"
  | "empty"
  | "elfFile"
  | "vbfFile"
  | "uf2File"
  | "utf16Text";

/** An error forbids flashing; a warning is told and lets it pass. */
export interface FirmwareProblem {
  code: FirmwareProblemCode;
  severity: "error" | "warning";
  /** From 1; 0 where it concerns the whole file. */
  line: number;
}

export interface Segment {
  address: number;
  bytes: Uint8Array;
}

export interface FirmwareImage {
  format: FirmwareFormat;
  /** Sorted by address, adjacent ones joined. */
  segments: Segment[];
  /** Where execution starts, if the file says so. */
  startAddress: number | undefined;
  /** Text of the S0 record. */
  header: string | undefined;
}

export interface FirmwareFile {
  image: FirmwareImage;
  problems: FirmwareProblem[];
}

/** Bytes in the image: the size of a download. */
export function imageBytes(image: FirmwareImage): number {
  return image.segments.reduce((sum, segment) => sum + segment.bytes.length, 0);
}
