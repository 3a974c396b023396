import type { TextKey } from "../../platform/i18n.ts";
import { type ColumnChoice, isShown } from "../../ui/list/columns.ts";
import { CHANNELS_SHOWN } from "../board/arrange-devices.ts";
import type {} from "./list-texts.ts";

export interface ListColumn {
  key: string;
  title: TextKey;
  values?: Readonly<Record<string, number>>;
  /** Of the grid. */
  width: string;
  sortable?: boolean;
  always?: boolean;
  extra?: boolean;
  /** Of a CAN channel, from 0. */
  channel?: number;
  end?: boolean;
}

/** The columns of HomePage in their order; two channels unless a person wants more. */
export const LIST_COLUMNS: readonly ListColumn[] = [
  { key: "name", title: "devices.list.device", width: "minmax(168px, 1.8fr)", sortable: true, always: true },
  { key: "type", title: "devices.list.type", width: "minmax(84px, 0.9fr)", sortable: true },
  { key: "labels", title: "devices.list.labels", width: "minmax(96px, 1fr)" },
  ...Array.from({ length: CHANNELS_SHOWN }, (_, channel): ListColumn => {
    const values = { n: channel + 1 };
    const key = `can${channel + 1}`;
    return { key, title: "devices.list.channel", values, width: "minmax(240px, 2.2fr)", channel, extra: channel > 1 };
  }),
  { key: "sd", title: "devices.list.sd", width: "minmax(126px, 1fr)", sortable: true },
  { key: "firmware", title: "devices.list.firmware", width: "minmax(72px, 0.6fr)", sortable: true },
  { key: "seen", title: "devices.list.seen", width: "minmax(108px, 0.8fr)", sortable: true, end: true },
];

export function shownColumns(choice: ColumnChoice): ListColumn[] {
  return LIST_COLUMNS.filter((column) => isShown(column, choice));
}

/** Tick, star, the columns, the menu. */
export function gridTemplate(columns: readonly ListColumn[]): string {
  return `34px 30px ${columns.map(({ width }) => width).join(" ")} 38px`;
}

/** Narrower than this it scrolls sideways: the least of every column, with tick, star and menu. */
export function leastWidth(columns: readonly ListColumn[]): number {
  const least = ({ width }: ListColumn) => Number(/^minmax\((\d+)px/.exec(width)?.[1] ?? 0);
  return columns.reduce((sum, column) => sum + least(column), 34 + 30 + 38);
}
