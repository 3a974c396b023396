import type { ReactNode } from "react";

/** Columns are data. */
export interface Column<R> {
  key: string;
  title: string;
  cell(row: R): ReactNode;
  /** Numbers align right, text left; the head like its column. */
  align?: "start" | "end";
  /** By CSS, such as `12%` or `160px`. */
  width?: string;
  sortable?: boolean;
  /** Cannot be hidden. */
  always?: boolean;
  /** Hidden until chosen. */
  extra?: boolean;
  /** On a phone: the name of the card, at its top right, or not at all; else a line with its title. */
  card?: "title" | "aside" | "none";
}

/** With a head to sort by where the key is among these, the columns that the server sorts by. */
export function sortableBy<R>(columns: readonly Column<R>[], keys: readonly string[]): Column<R>[] {
  return columns.map((column) => (keys.includes(column.key) ? { ...column, sortable: true } : column));
}

/** Only what the person changed, so that columns added later appear as they were meant to. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

interface Choosable {
  key: string;
  always?: boolean;
  extra?: boolean;
}

export function isShown(column: Choosable, choice: ColumnChoice): boolean {
  return column.always || (choice[column.key] ?? !column.extra);
}

/** Back to what it was at first is no choice. */
export function chooseColumn(choice: ColumnChoice, column: Choosable, shown: boolean): ColumnChoice {
  const { [column.key]: _, ...others } = choice;
  return shown === !column.extra ? others : { ...others, [column.key]: shown };
}

/** Kept text may be old or foreign. */
export function columnChoiceOf(text: string | null): ColumnChoice {
  try {
    const parsed: unknown = JSON.parse(text ?? "{}");
    if (typeof parsed !== "object" || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).filter(([, shown]) => typeof shown === "boolean"));
  } catch {
    return {};
  }
}
