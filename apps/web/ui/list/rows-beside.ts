/** The rows before and after the one with this key. */
export function rowsBeside<R>(
  rows: readonly R[],
  keyOf: (row: R) => string,
  key: string,
): [R | undefined, R | undefined] {
  const at = rows.findIndex((row) => keyOf(row) === key);
  return at < 0 ? [undefined, undefined] : [rows[at - 1], rows[at + 1]];
}
