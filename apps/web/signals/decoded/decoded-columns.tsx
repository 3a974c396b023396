import { channelName } from "@canopy/contract/device-link/channels";
import type { DecodedCell, DecodedColumn, DecodedRow } from "@canopy/contract/signals/decoded";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { formatNumber } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import type { TimeFormats } from "../../platform/use-formats.ts";
import type { Column } from "../../ui/list/columns.ts";
import { idText } from "../choose/signal-names.ts";
import styles from "./decoded.module.css";

/** Time, message, and one column per signal. */
export function decodedColumns(
  t: Translate,
  formats: TimeFormats,
  signals: readonly SignalReference[],
  found: readonly DecodedColumn[],
): Column<DecodedRow>[] {
  return [
    {
      key: "time",
      title: t("signals.decoded.time"),
      always: true,
      card: "title",
      cell: ({ time }) => (
        <span className={styles.time} title={formats.utc(Number(time) / 1000, "ms")}>
          {formats.time(Number(time) / 1000, "ms")} {time.slice(-3)}
        </span>
      ),
    },
    {
      key: "message",
      title: t("signals.decoded.message"),
      card: "aside",
      cell: (row) => (
        <span>
          {channelName(row.channel)} <span className="mono">{idText(row.id, row.extended)}</span>
        </span>
      ),
    },
    ...signals.map((signal, i): Column<DecodedRow> => {
      const column = found[i];
      return {
        // Two columns may have the same signal on two channels.
        key: `${i}.${signal.signal}`,
        title: titleOf(signal, column),
        align: "end",
        always: true,
        cell: ({ cells }) => (
          <Cell cell={cells[i] ?? null} places={column?.state === "found" ? column.places : undefined} />
        ),
      };
    }),
  ];
}

export function titleOf({ signal }: SignalReference, column: DecodedColumn | undefined): string {
  return column?.state === "found" && column.unit ? `${signal} (${column.unit})` : signal;
}

function Cell({ cell, places }: { cell: DecodedCell | null; places: number | undefined }) {
  if (cell === null) return "";
  return (
    <span className={cell.held ? styles.held : undefined} data-held={cell.held}>
      {cellText(cell, places)}
    </span>
  );
}

function cellText({ value, text }: DecodedCell, places: number | undefined): string {
  if (text !== null) return text;
  return typeof value === "number" ? formatNumber(value, places === undefined ? {} : { digits: places }) : value;
}
