import { parseHex } from "@canopy/can/bytes/hex";
import { dtcNameWithFailureType } from "@canopy/can/uds/dtc";
import { UDS_SERVICES } from "@canopy/can/uds/services";
import { MAX_UDS_STEPS } from "@canopy/contract/device-link/uds-job";
import type { TraceEvent } from "@canopy/contract/diagnosis/sessions";

/** A code as the ECU told it, with its records as bytes. */
export interface DtcReading {
  readonly dtc: number;
  readonly code: string;
  readonly status: number;
  readonly snapshot: string | undefined;
  readonly extended: string | undefined;
}

export interface DtcReport {
  /** When the list was read. */
  readonly timeUs: number;
  /** Bits that the ECU supports. */
  readonly mask: number;
  readonly rows: readonly DtcReading[];
}

/** The newest list of codes in a trace (19 02), with the snapshots (04) and extended data (06) read behind it. */
export function dtcReportOf(events: readonly TraceEvent[]): DtcReport | undefined {
  let report: DtcReport | undefined;
  for (const { kind, data, time_us } of events) {
    const read = kind === "positive" && data.startsWith("59") ? parseHex(data) : undefined;
    const decoded = read?.ok ? UDS_SERVICES.readDtcInformation.decodeResponse(read.value) : undefined;
    if (!decoded?.ok) continue;
    const { value } = decoded;
    if (value.kind === "list" && value.report === 0x02) {
      const rows = value.dtcs.map(({ dtc, status }) => ({
        dtc,
        code: dtcNameWithFailureType(dtc),
        status,
        snapshot: undefined,
        extended: undefined,
      }));
      report = { timeUs: time_us, mask: value.availabilityMask, rows };
    }
    if (value.kind !== "records" || !report) continue;
    const records = data.slice(12);
    const added = value.report === 0x04 ? { snapshot: records } : { extended: records };
    const { dtc: of } = value;
    report = { ...report, rows: report.rows.map((row) => (row.dtc === of ? { ...row, ...added } : row)) };
  }
  return report;
}

const hex6 = (dtc: number) => dtc.toString(16).toUpperCase().padStart(6, "0");

/** Two requests a code. */
const CODES_OF_JOB = MAX_UDS_STEPS / 2;

/** The requests for the records of codes, all snapshots and all extended data of each, in lists that a job takes. */
export function recordRequests(rows: readonly Pick<DtcReading, "dtc">[]): { data: string }[][] {
  const requests = rows.map(({ dtc }) => [{ data: `1904${hex6(dtc)}FF` }, { data: `1906${hex6(dtc)}FF` }]);
  const jobs = Math.ceil(requests.length / CODES_OF_JOB);
  return Array.from({ length: jobs }, (_, i) => requests.slice(i * CODES_OF_JOB, (i + 1) * CODES_OF_JOB).flat());
}
