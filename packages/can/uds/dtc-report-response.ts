import { type PayloadReader, payload, uint } from "./payload.ts";

export interface DtcStatus {
  /** Three bytes. */
  dtc: number;
  status: number;
}

export interface DtcSeverity extends DtcStatus {
  severity: number;
  functionalUnit: number;
}

/** The parameters after the sub-function in a positive response of service 19; `report` is the sub-function. */
export type DtcReport = { report: number } & (
  | { kind: "count"; availabilityMask: number; format: number; count: number }
  | { kind: "list"; availabilityMask: number; dtcs: DtcStatus[] }
  | { kind: "listInMemory"; memory: number; availabilityMask: number; dtcs: DtcStatus[] }
  | { kind: "snapshotIds"; snapshots: { dtc: number; record: number }[] }
  | { kind: "records"; memory: number | null; dtc: number; status: number; records: Uint8Array }
  | { kind: "severities"; availabilityMask: number; dtcs: DtcSeverity[] }
  | { kind: "faultCounters"; counters: { dtc: number; counter: number }[] }
  | { kind: "wwhObd"; group: number; availabilityMask: number; severityMask: number; format: number; dtcs: WwhDtc[] }
  | { kind: "other"; data: Uint8Array }
);

export interface WwhDtc extends DtcStatus {
  severity: number;
}

type Kind = DtcReport["kind"];

const KINDS: Readonly<Record<number, Kind>> = {
  1: "count",
  2: "list",
  3: "snapshotIds",
  4: "records",
  6: "records",
  7: "count",
  8: "severities",
  9: "severities",
  10: "list",
  11: "list",
  12: "list",
  13: "list",
  14: "list",
  15: "list",
  16: "records",
  17: "count",
  18: "count",
  19: "list",
  20: "faultCounters",
  21: "list",
  23: "listInMemory",
  24: "records",
  25: "records",
  66: "wwhObd",
};

/** Reports 18 and 19 hex repeat the memory selection before the DTC. */
const RECORDS_IN_MEMORY = new Set([0x18, 0x19]);

export function readReport(report: number, reader: PayloadReader): DtcReport {
  const kind = KINDS[report] ?? "other";
  switch (kind) {
    case "count":
      return { report, kind, availabilityMask: reader.u8(), format: reader.u8(), count: reader.u16() };
    case "list":
      return { report, kind, availabilityMask: reader.u8(), dtcs: all(reader, readStatus) };
    case "listInMemory":
      return { report, kind, memory: reader.u8(), availabilityMask: reader.u8(), dtcs: all(reader, readStatus) };
    case "snapshotIds":
      return { report, kind, snapshots: all(reader, (r) => ({ dtc: r.u24(), record: r.u8() })) };
    case "records": {
      const memory = RECORDS_IN_MEMORY.has(report) ? reader.u8() : null;
      return { report, kind, memory, ...readStatus(reader), records: reader.rest() };
    }
    case "severities":
      return { report, kind, availabilityMask: reader.u8(), dtcs: all(reader, readSeverity) };
    case "faultCounters":
      return { report, kind, counters: all(reader, (r) => ({ dtc: r.u24(), counter: r.u8() })) };
    case "wwhObd":
      return {
        report,
        kind,
        group: reader.u8(),
        availabilityMask: reader.u8(),
        severityMask: reader.u8(),
        format: reader.u8(),
        dtcs: all(reader, (r) => ({ severity: r.u8(), ...readStatus(r) })),
      };
    case "other":
      return { report, kind, data: reader.rest() };
  }
}

export function encodeReport(r: DtcReport): Uint8Array {
  switch (r.kind) {
    case "count":
      return payload(r.availabilityMask, r.format, uint(r.count, 2));
    case "list":
      return payload(r.availabilityMask, ...r.dtcs.map(statusBytes));
    case "listInMemory":
      return payload(r.memory, r.availabilityMask, ...r.dtcs.map(statusBytes));
    case "snapshotIds":
      return payload(...r.snapshots.map((s) => payload(uint(s.dtc, 3), s.record)));
    case "records":
      return payload(...(r.memory === null ? [] : [r.memory]), statusBytes(r), r.records);
    case "severities":
      return payload(r.availabilityMask, ...r.dtcs.map((d) => payload(d.severity, d.functionalUnit, statusBytes(d))));
    case "faultCounters":
      return payload(...r.counters.map((c) => payload(uint(c.dtc, 3), c.counter)));
    case "wwhObd":
      return payload(
        r.group,
        r.availabilityMask,
        r.severityMask,
        r.format,
        ...r.dtcs.map((d) => payload(d.severity, statusBytes(d))),
      );
    case "other":
      return r.data;
  }
}

function all<T>(reader: PayloadReader, read: (reader: PayloadReader) => T): T[] {
  const items: T[] = [];
  while (reader.left > 0) items.push(read(reader));
  return items;
}

function readStatus(reader: PayloadReader): DtcStatus {
  return { dtc: reader.u24(), status: reader.u8() };
}

function readSeverity(reader: PayloadReader): DtcSeverity {
  return { severity: reader.u8(), functionalUnit: reader.u8(), ...readStatus(reader) };
}

function statusBytes({ dtc, status }: DtcStatus): Uint8Array {
  return payload(uint(dtc, 3), status);
}
