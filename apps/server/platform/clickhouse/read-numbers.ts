import { buffer } from "node:stream/consumers";
import type { ClickHouseClient } from "@clickhouse/client";
import { readVarint, skipString } from "./native-reading.ts";

/** Columns of numbers, one after the other. */
export interface NumberColumns {
  readonly rows: number;
  readonly columns: readonly Float64Array[];
}

/**
 * Columns of numbers, as the store has them: no text is written there and none parsed here. What is not a number is NaN;
 * times in microseconds are exact.
 */
export async function readNumbers(
  client: ClickHouseClient,
  columns: readonly string[],
  from: string,
): Promise<NumberColumns> {
  const { stream } = await client.exec({
    query: `select ${columns.map((column, i) => `toFloat64(${column}) as c${i}`).join(", ")} ${from} FORMAT Native`,
  });
  return joinBlocks(await buffer(stream), columns.length);
}

const WIDTH = Float64Array.BYTES_PER_ELEMENT;

/** Native: blocks of a number of columns, a number of rows, and of each column its name, its type and its values. */
export function joinBlocks(bytes: Uint8Array, width: number): NumberColumns {
  const parts: Float64Array[][] = Array.from({ length: width }, () => []);
  const reading = { bytes, at: 0, length: bytes.length };
  while (reading.at < bytes.length) {
    const count = readVarint(reading);
    const rows = readVarint(reading);
    if (count !== width || rows === undefined) throw new Error(`the store answered ${count} columns`);
    for (const part of parts) {
      if (!skipString(reading) || !skipString(reading) || reading.at + rows * WIDTH > bytes.length)
        throw new Error("the store's answer ends within a block");
      // A copy, because numbers must begin at a multiple of eight.
      part.push(new Float64Array(new Uint8Array(bytes.subarray(reading.at, reading.at + rows * WIDTH)).buffer));
      reading.at += rows * WIDTH;
    }
  }
  const columns = parts.map(joined);
  return { rows: columns[0]?.length ?? 0, columns };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const [first, second] = parts;
  if (first !== undefined && second === undefined) return first;
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
