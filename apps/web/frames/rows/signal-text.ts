import { shownPlaces } from "@canopy/can/dbc/decode/decimal-places";
import type { DecodedSignal } from "@canopy/can/dbc/decode/decode";
import { formatReading, formatWhole } from "../../platform/formats.ts";

/** A decoded value: the name of its state, else the number with the decimals of the signal. */
export function signalText(decoded: DecodedSignal): string {
  return decoded.text ?? numberText(decoded);
}

export function numberText({ signal, value }: Pick<DecodedSignal, "signal" | "value">): string {
  return typeof value === "bigint" ? formatWhole(value) : formatReading(value, shownPlaces(signal));
}
