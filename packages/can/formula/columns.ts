/** One value per row, or the same in all. */
export interface Column {
  readonly length: number;
  at(row: number): number;
}

export function constantColumn(value: number): Column {
  return { length: 1, at: () => value };
}

export function columnOf(values: Float64Array): Column {
  return { length: values.length, at: (row) => values[row] as number };
}

/** Values that cannot be written as a number are unknown. */
export function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}

/** The samples of an argument: the rows in which one of its signals is fresh and its value known. */
export interface Course {
  readonly timeUs: Float64Array;
  readonly value: Column;
  readonly isFresh: (row: number) => boolean;
}
