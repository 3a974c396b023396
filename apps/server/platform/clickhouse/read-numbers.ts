import { buffer } from "node:stream/consumers";
import type { ClickHouseClient } from "@clickhouse/client";

/**
 * Rows of numbers, as the store has them: no text is written there and none parsed here. What is not a number is NaN;
 * times in microseconds are exact.
 */
export async function readNumbers(
  client: ClickHouseClient,
  columns: readonly string[],
  from: string,
): Promise<Float64Array[]> {
  const { stream } = await client.exec({
    query: `select ${columns.map((column) => `toFloat64(${column})`).join(", ")} ${from} FORMAT RowBinary`,
  });
  const bytes = await buffer(stream);
  const rows = bytes.length / (columns.length * Float64Array.BYTES_PER_ELEMENT);
  if (!Number.isInteger(rows)) throw new Error("the store's answer ends within a row");
  // A copy, because numbers must begin at a multiple of eight.
  const numbers = new Float64Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: rows }, (_, row) => numbers.subarray(row * columns.length, (row + 1) * columns.length));
}
