import { channelName } from "@canopy/contract/device-link/channels";
import { csvText } from "@canopy/contract/platform/csv";
import type { DecodedColumn, DecodedRow } from "@canopy/contract/signals/decoded";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { idText } from "../choose/signal-names.ts";
import { titleOf } from "./decoded-columns.tsx";

/** What is seen, with exact values: UTC to the microsecond, names of values where the DBC has them. */
export function decodedCsv(
  head: { time: string; message: string },
  signals: readonly SignalReference[],
  columns: readonly DecodedColumn[],
  rows: readonly DecodedRow[],
): string {
  const names = signals.map((signal, i) => titleOf(signal, columns[i]));
  return csvText([
    [`${head.time} (UTC)`, head.message, ...names],
    ...rows.map(({ time, channel, id, extended, cells }) => [
      utcText(time),
      `${channelName(channel)} ${idText(id, extended)}`,
      ...signals.map((_, i) => {
        const cell = cells[i];
        return cell ? (cell.text ?? valueCell(cell.value)) : "";
      }),
    ]),
  ]);
}

/** What a double holds for sure; behind that stands the noise of factor times raw. */
const SURE_DIGITS = 15;

function valueCell(value: number | string): string {
  return String(typeof value === "string" || Number.isInteger(value) ? value : Number(value.toPrecision(SURE_DIGITS)));
}

/** ISO 8601 with six places. */
export function utcText(timeUs: string): string {
  const ms = Math.floor(Number(timeUs) / 1000);
  return `${new Date(ms).toISOString().slice(0, -1)}${timeUs.slice(-3).padStart(3, "0")}Z`;
}
