import { PayloadReader } from "./payload.ts";
import type { Decoded } from "./service.ts";

export interface SnapshotRecord {
  record: number;
  data: { identifier: number; value: Uint8Array }[];
}

export interface ExtendedDataRecord {
  record: number;
  data: Uint8Array;
}

/**
 * Snapshot records of report 04: record number, number of identifiers, identifier and value each. Values carry no
 * length: `sizeOf` must know every identifier, else the answer is "badField" and the caller shows the raw bytes.
 * A lone record with a lone identifier needs no table: its value is the rest.
 */
export function readSnapshotRecords(
  records: Uint8Array,
  sizeOf: (identifier: number) => number | undefined,
): Decoded<SnapshotRecord[]> {
  const reader = new PayloadReader(records);
  const list: SnapshotRecord[] = [];
  while (reader.left > 0) {
    const snapshot: SnapshotRecord = { record: reader.u8(), data: [] };
    const count = reader.u8();
    for (let i = 0; i < count && reader.problem() !== "tooShort"; i++) {
      const identifier = reader.u16();
      const isLone = list.length === 0 && count === 1;
      const size = sizeOf(identifier) ?? (isLone ? reader.left : undefined);
      if (size === undefined) return { ok: false, problem: "badField" };
      snapshot.data.push({ identifier, value: reader.take(size) });
    }
    list.push(snapshot);
  }
  const problem = reader.problem();
  return problem ? { ok: false, problem } : { ok: true, value: list };
}

/** Extended data records of report 06: number and data each. Without a known size a record takes all that follows. */
export function readExtendedDataRecords(
  records: Uint8Array,
  sizeOf: (record: number) => number | undefined = () => undefined,
): Decoded<ExtendedDataRecord[]> {
  const reader = new PayloadReader(records);
  const list: ExtendedDataRecord[] = [];
  while (reader.left > 0) {
    const record = reader.u8();
    list.push({ record, data: reader.take(sizeOf(record) ?? reader.left) });
  }
  const problem = reader.problem();
  return problem ? { ok: false, problem } : { ok: true, value: list };
}
