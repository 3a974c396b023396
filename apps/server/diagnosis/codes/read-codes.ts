import { type DtcCsv, readDtcCsv } from "@canopy/contract/diagnosis/dtc-csv";
import { MAX_DTC_CODES } from "@canopy/contract/diagnosis/dtc-files";

/** Problems and doubles that an import shows; their number is told. */
export const SHOWN = 100;

export type CodesRead =
  | "notCsv"
  | "tooManyCodes"
  | (DtcCsv & { readonly problemCount: number; readonly doubleCount: number });

/** UDS-03: what an import needs of a CSV, and no more, for it is copied from a thread. */
export function readCodes(bytes: Uint8Array): CodesRead {
  const csv = readDtcCsv(bytes);
  if (!csv) return "notCsv";
  const { problems, doubles } = csv;
  if (csv.rows.length > MAX_DTC_CODES) return "tooManyCodes";
  const counts = { problemCount: problems.length, doubleCount: doubles.length };
  return { ...csv, ...counts, problems: problems.slice(0, SHOWN), doubles: doubles.slice(0, SHOWN) };
}
