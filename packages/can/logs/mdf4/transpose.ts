/**
 * MDF 4.1, 4.26: a DZ block of type 1 holds its records column by column, which packs better. Turns them back
 * into rows of `columns` bytes; bytes behind the last whole row were left as they are.
 */
export function transposed(bytes: Uint8Array, columns: number): Uint8Array {
  const rows = columns > 0 ? Math.floor(bytes.length / columns) : 0;
  if (rows < 2) return bytes;
  const result = new Uint8Array(bytes.length);
  let from = 0;
  for (let column = 0; column < columns; column++) {
    for (let at = column; at < rows * columns; at += columns) result[at] = bytes[from++] as number;
  }
  result.set(bytes.subarray(rows * columns), rows * columns);
  return result;
}
