import { createHash } from "node:crypto";
import type { FirmwareFormat, FirmwareProblem } from "@canopy/can/firmware/image";
import { parseFirmware } from "@canopy/can/firmware/parse";
import {
  type FlashSegmentPlace,
  MAX_FLASH_BYTES,
  MAX_FLASH_SEGMENTS,
} from "@canopy/contract/device-link/flash/flash-order";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { fileProblemText } from "@canopy/contract/diagnosis/flashing/file-problems";
import type { Language } from "@canopy/contract/platform/language";
import { ApiError } from "../../platform/http/api-error.ts";

export interface PackageFile {
  readonly format: FirmwareFormat;
  readonly image: Buffer;
  readonly sha256: string;
  readonly segments: FlashSegmentPlace[];
  readonly warnings: { code: string; line: number }[];
}

/** Problems that are told at once. */
const SHOWN = 5;

/** UDS-04: the file as segments; checksums, overlaps and a missing end are told by line. */
export function readPackageFile(bytes: Uint8Array, baseAddress: number | undefined, language: Language): PackageFile {
  const { image, problems } = parseFirmware(bytes, { ...(baseAddress !== undefined && { baseAddress }) });
  const errors = problems.filter(isForbidding);
  const size = image.segments.reduce((sum, segment) => sum + segment.bytes.length, 0);
  const end = Math.max(0, ...image.segments.map(({ address, bytes: data }) => address + data.length));
  if (end > 2 ** 32) errors.push({ code: "badAddress", severity: "error", line: 0 });
  if (size > MAX_FLASH_BYTES || image.segments.length > MAX_FLASH_SEGMENTS)
    errors.push({ code: "badLength", severity: "error", line: 0 });
  // What is no BIN is told before a BIN's address is asked for.
  if (errors.length > 0) throw refusal(errors, language);
  if (image.format === "bin" && baseAddress === undefined)
    throw new ApiError(flashErrors.baseAddress, { field: "base_address" });
  const joined = Buffer.concat(image.segments.map((segment) => segment.bytes));
  return {
    format: image.format,
    image: joined,
    sha256: createHash("sha256").update(joined).digest("hex"),
    segments: image.segments.map(({ address, bytes: data }) => ({ address, size: data.length })),
    warnings: problems.filter((one) => !isForbidding(one)).map(({ code, line }) => ({ code, line })),
  };
}

/** An end that is missing means a file that was cut: what is there may not be all. */
const isForbidding = ({ severity, code }: FirmwareProblem) => severity === "error" || code === "missingEnd";

function refusal(errors: readonly FirmwareProblem[], language: Language): ApiError {
  const told = errors.slice(0, SHOWN).map((one) => fileProblemText(one, language));
  const more = errors.length > SHOWN ? [`+${errors.length - SHOWN}`] : [];
  const problems = [...told, ...more].join(language === "zh" ? "；" : "; ");
  return new ApiError(flashErrors.fileBad, { field: "file", values: { problems } });
}
