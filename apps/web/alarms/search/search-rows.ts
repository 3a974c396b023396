import type { AlarmSearch } from "@canopy/contract/alarms/search";

/** One time that a device had it. */
export interface SearchRow {
  readonly key: string;
  readonly thingsId: string;
  readonly deviceName: string;
  readonly startTime: number;
  /** Null: to the end of the range. */
  readonly endTime: number | null;
  readonly peak: number | null;
}

/** Newest first. */
export function rowsOf(search: Pick<AlarmSearch, "list">): SearchRow[] {
  const rows = search.list.flatMap(({ things_id, device_name, firings }) =>
    firings.map(({ channel, start_time, end_time, peak }) => ({
      key: `${things_id} ${channel} ${start_time}`,
      thingsId: things_id,
      deviceName: device_name,
      startTime: start_time,
      endTime: end_time,
      peak,
    })),
  );
  return rows.sort((a, b) => b.startTime - a.startTime);
}

export const SEARCH_SORTS = ["device", "start", "lasted", "peak"];

export const sortValueOf = (row: SearchRow, key: string): string | number | null => {
  if (key === "device") return row.deviceName;
  if (key === "lasted") return row.endTime === null ? null : row.endTime - row.startTime;
  return key === "peak" ? row.peak : row.startTime;
};

/** "0:12", "4:10". */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
