/** An array parameter as PostgreSQL writes it. Joined by hand: the driver's own way costs more than the statement. */
export const arrayOf = (values: readonly (number | string)[]): string => `{${values.join(",")}}`;

/** Fields of rows as array parameters, one for each name. */
export function columnsOf<T>(rows: readonly T[], names: readonly (keyof T)[]): string[] {
  return names.map((name) => arrayOf(rows.map((row) => row[name] as number | string)));
}

/** One statement cannot write the same row twice: of the same key the last stays. */
export const lastOfEach = <T>(rows: readonly T[], identity: (row: T) => string): T[] => [
  ...new Map(rows.map((row) => [identity(row), row])).values(),
];
