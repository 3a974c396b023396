import type { TextKey } from "../../platform/i18n.ts";
import { type ColumnChoice, isShown } from "../../ui/list/columns.ts";
import { isCards, type TableLayout } from "./table-layout.ts";

export type ColumnKey =
  | "tick"
  | "opener"
  | "time"
  | "delta"
  | "device"
  | "channel"
  | "direction"
  | "id"
  | "name"
  | "kind"
  | "length"
  | "data"
  | "ascii"
  | "values"
  | "cells"
  | "cycle"
  | "trend"
  | "count";

export interface TableColumn {
  readonly key: ColumnKey;
  readonly title: TextKey;
  readonly always?: boolean;
  readonly extra?: boolean;
  /** Hidden below this width of the table. */
  readonly from?: number;
  readonly end?: boolean;
}

const IDENTITY: readonly TableColumn[] = [
  { key: "channel", title: "frames.column.channel" },
  { key: "direction", title: "frames.column.direction" },
  { key: "id", title: "frames.column.id", always: true },
  { key: "name", title: "frames.column.name" },
  { key: "kind", title: "frames.column.kind", from: 1000 },
  { key: "length", title: "frames.column.length", from: 860, end: true },
  { key: "data", title: "frames.column.data", always: true },
];

/** Every frame, one line per identifier, or every frame with a column for each chosen signal. */
export type TableKind = "all" | "ids" | "decoded";

const EXTRA_DECODED: readonly ColumnKey[] = ["direction", "kind", "length", "data"];

export interface ColumnSetting {
  readonly view: TableKind;
  readonly hasDevices: boolean;
  readonly hasTicks: boolean;
}

/** The columns of a view in their order. */
export function tableColumns({ view, hasDevices, hasTicks }: ColumnSetting): readonly TableColumn[] {
  const ids = view === "ids";
  if (view === "decoded") return decodedColumns(hasTicks);
  return [
    ...(hasTicks && !ids ? [TICK] : []),
    { key: "opener", title: "frames.column.signals", always: true },
    { key: "time", title: "frames.column.time", always: true },
    ...(ids ? [] : [{ key: "delta", title: "frames.column.delta", end: true } as const]),
    ...(hasDevices ? [{ key: "device", title: "frames.column.device", always: true } as const] : []),
    ...IDENTITY,
    { key: "ascii", title: "frames.column.ascii", from: 1240, extra: ids },
    { key: "values", title: "frames.column.values", from: 940 },
    ...(ids
      ? ([
          { key: "cycle", title: "frames.column.cycle", end: true },
          { key: "trend", title: "frames.column.trend", from: 1380 },
          { key: "count", title: "frames.column.count", end: true },
        ] as const)
      : []),
  ];
}

const TICK: TableColumn = { key: "tick", title: "frames.column.tick", always: true };

function decodedColumns(hasTicks: boolean): readonly TableColumn[] {
  return [
    ...(hasTicks ? [TICK] : []),
    { key: "time", title: "frames.column.time", always: true },
    { key: "opener", title: "frames.column.signals", always: true },
    { key: "delta", title: "frames.column.delta", end: true, extra: true },
    ...IDENTITY.map((column) => ({
      ...column,
      always: column.key === "id",
      extra: EXTRA_DECODED.includes(column.key),
    })),
    { key: "cells", title: "frames.column.values", always: true },
  ];
}

export function shownColumns(columns: readonly TableColumn[], choice: ColumnChoice, width: number): TableColumn[] {
  // A card has its own arrangement and hides the cells without room.
  const hasRoom = (column: TableColumn) => isCards(width) || width >= (column.from ?? 0);
  return columns.filter((column) => isShown(column, choice) && hasRoom(column));
}

const BYTE_PX = 22;
const CELL_PX = 104;

/** The value of `grid-template-columns`. */
export function gridColumns(
  columns: readonly TableColumn[],
  { bytesPerLine, cells }: Pick<TableLayout, "bytesPerLine" | "cells">,
  timeChars: number,
): string {
  const widths: Record<ColumnKey, string> = {
    tick: "26px",
    opener: "22px",
    time: `${Math.ceil(timeChars * 7.3) + 14}px`,
    delta: "74px",
    device: "minmax(80px, 0.8fr)",
    channel: "54px",
    direction: "38px",
    id: "104px",
    name: "minmax(96px, 1fr)",
    kind: "66px",
    length: "40px",
    data: `${BYTE_PX * bytesPerLine + 24}px`,
    ascii: `${Math.ceil(7.3 * bytesPerLine) + 18}px`,
    values: "minmax(150px, 3fr)",
    cells: `minmax(${cells * CELL_PX}px, ${cells}fr)`,
    cycle: "132px",
    trend: "84px",
    count: "76px",
  };
  return columns.map(({ key }) => widths[key]).join(" ");
}

const EDGES_PX = 20;

/** The width below which columns with values of signals scroll sideways. */
export function leastWidth(grid: string): number {
  const widths = [...grid.matchAll(/(\d+)px/g)].map(([, px]) => Number(px));
  return widths.reduce((sum, px) => sum + px, EDGES_PX);
}
