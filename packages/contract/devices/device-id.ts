import { z } from "zod";
import { deviceErrors } from "./errors.ts";

/** DEV-02: ten bytes as upper-case hex; the first is a checksum over the other nine. */
const FORMAT = /^[0-9A-F]{20}$/;
/** Bytes of an ID after its checksum. */
export const DEVICE_SERIAL_BYTES = 9;

export type DeviceIdProblem = "format" | "checksum";

export function deviceIdProblem(text: string): DeviceIdProblem | undefined {
  if (!FORMAT.test(text)) return "format";
  const [first, ...others] = bytesOf(text);
  return first === checksum(others) ? undefined : "checksum";
}

/** The ID of a terminal with this serial. */
export function deviceIdOf(serial: Iterable<number>): string {
  const bytes = [...serial];
  if (bytes.length !== DEVICE_SERIAL_BYTES) throw new RangeError(`a serial has ${DEVICE_SERIAL_BYTES} bytes`);
  return [checksum(bytes), ...bytes].map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join("");
}

/** The low 8 bits of the sum. */
function checksum(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum + byte, 0) & 0xff;
}

function bytesOf(text: string): number[] {
  return Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** A device ID in an input: the tip for a wrong format, "invalid device" for a wrong checksum. */
export const deviceId = z
  .string()
  .regex(FORMAT, { error: deviceErrors.idFormat.code, abort: true })
  .refine((text) => deviceIdProblem(text) === undefined, deviceErrors.idInvalid.code)
  .describe("ten bytes as upper-case hex; the first is the low 8 bits of the sum of the other nine");
