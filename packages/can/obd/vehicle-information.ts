import { supportedPids } from "./supported-pids.ts";

export const MODE_VEHICLE_INFORMATION = 0x09;

export const INFO_SUPPORTED = 0x00;
export const INFO_VIN = 0x02;
export const INFO_CALIBRATION_IDS = 0x04;
export const INFO_CALIBRATION_VERIFICATION_NUMBERS = 0x06;
export const INFO_SPARK_PERFORMANCE = 0x08;
export const INFO_ECU_NAME = 0x0a;
export const INFO_COMPRESSION_PERFORMANCE = 0x0b;

export type VehicleInformation =
  | { kind: "supported"; infoTypes: number[] }
  | { kind: "vin"; vin: string; isWellFormed: boolean }
  | { kind: "calibrationIds"; ids: string[] }
  /** Eight hex digits each. */
  | { kind: "calibrationVerificationNumbers"; numbers: string[] }
  | { kind: "ecuName"; name: string }
  | { kind: "performance"; counters: number[] }
  | { kind: "unknown"; infoType: number; data: Uint8Array };

const CALIBRATION_ID_SIZE = 16;

/** Reads an answer `49 infoType [count] data`; undefined when it is none. */
export function decodeVehicleInformation(response: Uint8Array): VehicleInformation | undefined {
  const infoType = response[1];
  if (response[0] !== MODE_VEHICLE_INFORMATION + 0x40 || infoType === undefined) return undefined;
  if (infoType === INFO_SUPPORTED) return { kind: "supported", infoTypes: supportedPids(0, response.subarray(2, 6)) };
  // On CAN a count of data items precedes the data (SAE J1979, 6.9).
  const data = response.slice(3);
  switch (infoType) {
    case INFO_VIN:
      return readVin(data);
    case INFO_CALIBRATION_IDS:
      return { kind: "calibrationIds", ids: pieces(data, CALIBRATION_ID_SIZE).map(text).filter(Boolean) };
    case INFO_CALIBRATION_VERIFICATION_NUMBERS:
      return { kind: "calibrationVerificationNumbers", numbers: pieces(data, 4).map(hex) };
    case INFO_ECU_NAME:
      return { kind: "ecuName", name: text(data) };
    case INFO_SPARK_PERFORMANCE:
    case INFO_COMPRESSION_PERFORMANCE:
      return { kind: "performance", counters: pieces(data, 2).map(([high = 0, low = 0]) => high * 256 + low) };
    default:
      return { kind: "unknown", infoType, data: response.slice(2) };
  }
}

/** ISO 3779 letters. The check digit is North American only, so it proves nothing elsewhere. */
function readVin(data: Uint8Array): VehicleInformation {
  const vin = text(data);
  return { kind: "vin", vin, isWellFormed: /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) };
}

/** Printable ASCII; zeros pad in front, behind, and between an ECU's acronym and its name. */
function text(bytes: Uint8Array): string {
  let result = "";
  for (const byte of bytes) result += byte >= 0x20 && byte <= 0x7e ? String.fromCharCode(byte) : "";
  return result.trim();
}

function pieces(data: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.floor(data.length / size) }, (_, i) => data.subarray(i * size, (i + 1) * size));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
}
