import { imageBytes } from "@canopy/can/firmware/image";
import { parseFirmware } from "@canopy/can/firmware/parse";
import { type Description, MAX_LISTED_PROBLEMS } from "./description.ts";

export function describeFirmware(bytes: Uint8Array): Description {
  const { image, problems } = parseFirmware(bytes);
  const listed = problems.slice(0, MAX_LISTED_PROBLEMS);
  return {
    info: {
      kind: "firmware",
      format: image.format,
      header: image.header ?? null,
      startAddress: image.startAddress ?? null,
      imageBytes: imageBytes(image),
      segments: image.segments.map((segment) => ({ address: segment.address, length: segment.bytes.length })),
      problemCount: problems.length,
      problems: listed,
    },
    problems: listed.map(({ severity, code, line }) => `line ${line}: ${severity}: ${code}`),
    isBroken: problems.some((problem) => problem.severity === "error"),
  };
}
