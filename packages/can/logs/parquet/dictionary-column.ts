import { ENCODING, type EncodedColumn, plainNumbers } from "./column.ts";
import { encodeRunLengths, type Repeated } from "./encode-levels.ts";

/** Natural numbers that follow themselves, as numbers of distinct ones. */
export function repeatedNumbers(runs: Iterable<Repeated>, rows: number): EncodedColumn {
  const indices = new Map<number, number>();
  const numbered: Repeated[] = [];
  for (const { value, count } of runs) {
    const index = indices.get(value) ?? indices.size;
    indices.set(value, index);
    numbered.push({ value: index, count });
  }
  return dictionaryColumn([...indices.keys()], numbered, rows);
}

function dictionaryColumn(values: readonly number[], indices: readonly Repeated[], rows: number): EncodedColumn {
  // A width of 0 is allowed, and not every reader takes it.
  const width = Math.max(1, 32 - Math.clz32(values.length - 1));
  const runs = encodeRunLengths(indices, width);
  const bytes = new Uint8Array(1 + runs.length);
  bytes[0] = width;
  bytes.set(runs, 1);
  const dictionary = { count: values.length, bytes: plainNumbers(values, values.length) };
  const range = { min: plainNumbers([Math.min(...values)], 1), max: plainNumbers([Math.max(...values)], 1) };
  return { encoding: ENCODING.dictionary, dictionary, pages: [{ rows, bytes }], range };
}
