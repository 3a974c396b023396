import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { channelKind, channelName } from "@canopy/contract/device-link/channels";
import type { DataPoint } from "@canopy/contract/frames/data-points";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { formatNumber } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import type { TimeFormats } from "../../platform/use-formats.ts";
import type { Column } from "../../ui/list/columns.ts";
import type { DeviceDbc } from "../filter/device-dbc.ts";
import styles from "../frames.module.css";
import { asciiOf, idText, kindOf } from "../table/frame-cells.ts";
import { bytesOfStored, flagsOfStored } from "./history-frames.ts";

/** The columns of the live table, for stored frames, and one for each chosen data point. */
export function historyColumns(
  t: Translate,
  formats: TimeFormats,
  dbc: DeviceDbc | null,
  points: readonly DataPoint[],
): Column<StoredFrameRow>[] {
  return [
    {
      key: "time",
      title: t("frames.column.time"),
      always: true,
      card: "aside",
      cell: ({ time }) => <Time time={time} formats={formats} />,
    },
    { key: "channel", title: t("frames.column.channel"), cell: ({ channel }) => channelName(channel) },
    {
      key: "direction",
      title: t("frames.column.direction"),
      cell: ({ direction }) => (
        <span data-sent={direction === "transmitted"} className={styles.storedDirection}>
          {direction === "transmitted" ? "Tx" : "Rx"}
        </span>
      ),
    },
    {
      key: "id",
      title: t("frames.column.id"),
      always: true,
      card: "title",
      cell: (row) => <span className={styles.id}>{idText(row.id, flagsOfStored(row))}</span>,
    },
    { key: "name", title: t("frames.column.name"), cell: (row) => nameOf(row, dbc) ?? "—" },
    {
      key: "kind",
      title: t("frames.column.kind"),
      cell: (row) => t(`frames.kind.${kindOf(row.channel, flagsOfStored(row))}`),
    },
    { key: "length", title: t("frames.column.length"), align: "end", cell: ({ length }) => length },
    {
      key: "data",
      title: t("frames.column.data"),
      always: true,
      cell: ({ data }) => <span className={styles.storedData}>{data.replace(/(..)(?=.)/g, "$1 ")}</span>,
    },
    {
      key: "ascii",
      title: t("frames.column.ascii"),
      extra: true,
      cell: (row) => <span className={styles.storedData}>{asciiOf(bytesOfStored(row), row.data.length / 2)}</span>,
    },
    ...points.map((point) => pointColumn(point, dbc)),
  ];
}

function Time({ time, formats }: { time: string; formats: TimeFormats }) {
  const us = Number(time);
  return (
    <span className={styles.storedTime} title={formats.utc(us / 1000, "ms")}>
      {formats.time(us / 1000, "ms")} {time.slice(-3)}
    </span>
  );
}

function decoderOf(row: StoredFrameRow, dbc: DeviceDbc | null) {
  if (dbc === null || channelKind(row.channel) !== "can") return null;
  return dbc.decoder.find(row.id, (flagsOfStored(row) & FLAG_EXTENDED) !== 0);
}

function nameOf(row: StoredFrameRow, dbc: DeviceDbc | null): string | null {
  return decoderOf(row, dbc)?.message.name ?? null;
}

/** A frame of another message has no value there, and says nothing. */
function pointColumn(point: DataPoint, dbc: DeviceDbc | null): Column<StoredFrameRow> {
  const own = dbc?.decoder.find(point.id, point.extended)?.message.signals.find(({ name }) => name === point.signal);
  return {
    key: `${point.extended ? "x" : "s"}${point.id}.${point.signal}`,
    title: own?.unit ? `${point.signal} (${own.unit})` : (point.signal ?? point.message),
    align: "end",
    always: true,
    cell: (row) => {
      const decoder = decoderOf(row, dbc);
      const isOf = decoder !== null && decoder === dbc?.decoder.find(point.id, point.extended);
      if (!isOf || row.type === "error" || row.type === "remote") return "";
      const found = decoder.decode(bytesOfStored(row)).find(({ signal }) => signal.name === point.signal);
      return found ? (found.text ?? formatNumber(Number(found.value))) : "";
    },
  };
}
