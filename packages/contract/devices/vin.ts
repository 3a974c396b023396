import { CHECK_DIGIT_PLACE, checkDigitOf } from "@canopy/can/obd/check-digit";
import { z } from "zod";
import { vehicleErrors } from "./vehicle-errors.ts";

/** DEV-11: ISO 3779 without I, O and Q, which look like digits; machines and trailers have shorter numbers. */
const VIN_LENGTH = 17;
const VIN_MIN_LENGTH = 5;
const FORMAT = new RegExp(`^[A-HJ-NPR-Z0-9]{${VIN_MIN_LENGTH},${VIN_LENGTH}}$`);

/** Stored in upper case, whatever was typed. */
export const vin = z.string().trim().toUpperCase().regex(FORMAT, vehicleErrors.vinFormat.code);

/** Oddities of a number that is stored all the same: machines, trailers, prototypes. */
export type VinWarning = "length" | "checkDigit";

/** Undefined: nothing to say, or not a VIN at all, which the schema says. */
export function vinWarning(text: string): VinWarning | undefined {
  const written = text.trim().toUpperCase();
  if (!FORMAT.test(written)) return undefined;
  if (written.length !== VIN_LENGTH) return "length";
  return written[CHECK_DIGIT_PLACE] === checkDigitOf(written) ? undefined : "checkDigit";
}
