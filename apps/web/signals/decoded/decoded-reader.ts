import { mayBeTransported } from "@canopy/can/dbc/find";
import {
  type DecodedCell,
  type DecodedColumn,
  type DecodedRow,
  decodedTimeBar,
  listDecoded,
  MAX_DECODED_ROWS,
} from "@canopy/contract/signals/decoded";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { FrameReader, PageAsked, ReadPage } from "../../frames/sources/frame-reader.ts";
import { frameOfStored } from "../../frames/sources/stored-frame.ts";
import type { ReadFrame, RowCell } from "../../frames/table/table-frame.ts";
import { api } from "../../platform/api.ts";
import { formatNumber, formatReading } from "../../platform/formats.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import type { SignalInfo } from "../choose/signal-info.ts";

/** As fine as the scroll bar of a large screen. */
const BUCKETS = 1000;

interface DecodedAsked extends TimeSpan {
  readonly thingsId: string;
  readonly signals: readonly SignalReference[];
  /** What the server found of each signal. */
  onColumns(columns: readonly DecodedColumn[]): void;
}

/** DBC-07: a row per stored frame of the chosen signals' messages, with the values that held when it came. */
export function decodedReader({ thingsId, fromMs, toMs, signals, onColumns }: DecodedAsked): FrameReader {
  const params = { things_id: thingsId };
  const asked = { start_time: Math.floor(fromMs), end_time: Math.ceil(toMs), items: [...signals] };
  const page = async ({ order, cursor, atUs, size }: PageAsked, signal: AbortSignal): Promise<ReadPage> => {
    const at = cursor === undefined && atUs !== undefined ? { at: String(Math.max(0, Math.round(atUs))) } : {};
    const place = { order, page_size: Math.min(size, MAX_DECODED_ROWS), ...(cursor && { cursor }), ...at };
    const { columns, list, older, newer } = await api(
      listDecoded,
      { params, body: { ...asked, ...place } },
      { signal },
    );
    onColumns(columns);
    return { list: list.map((row) => frameOfDecoded(row, columns)), older, newer };
  };
  return {
    fromUs: asked.start_time * 1000,
    toUs: asked.end_time * 1000,
    page,
    async counts(signal) {
      const { data } = await api(decodedTimeBar, { params, body: { ...asked, buckets: BUCKETS } }, { signal });
      return { startUs: data.start_time * 1000, bucketUs: data.bucket_us, frames: data.rows, total: data.total };
    },
  };
}

export function frameOfDecoded(row: DecodedRow, columns: readonly DecodedColumn[]): ReadFrame {
  return { ...frameOfStored(row), cells: row.cells.map((cell, i) => cell && cellOf(cell, columns[i])) };
}

function cellOf({ value, text, held }: DecodedCell, column: DecodedColumn | undefined): RowCell {
  if (text !== null) return { text, held };
  if (typeof value === "string") return { text: value, held };
  return { text: column?.state === "found" ? formatReading(value, column.places) : formatNumber(value), held };
}

/** UDS-06: signals of messages that may come in several frames, of which none is a row of its own. */
export function splitSignals(infos: Iterable<Pick<SignalInfo, "name" | "message">>): string[] {
  return [...infos].filter(({ message }) => mayBeTransported(message)).map(({ name }) => name);
}

/** `Speed (rpm)` */
export function titleOf({ signal }: SignalReference, column: DecodedColumn | undefined): string {
  return column?.state === "found" && column.unit ? `${signal} (${column.unit})` : signal;
}
