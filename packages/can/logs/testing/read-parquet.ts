import { gunzipSync } from "node:zlib";

type Thrift = { [field: number]: Thrift } | Thrift[] | number | string | boolean;

/** Thrift compact protocol, read by its definition. */
function readStruct(file: Buffer, start: number): { value: Record<number, Thrift>; end: number } {
  let at = start;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = file[at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const read = (type: number): Thrift => {
    if (type === 5 || type === 6) return varint() / 2;
    if (type === 8) {
      const length = varint();
      at += length;
      return file.toString("utf8", at - length, at);
    }
    if (type === 9) {
      const head = file[at++] as number;
      const count = head >> 4 === 15 ? varint() : head >> 4;
      return Array.from({ length: count }, () => read(head & 15));
    }
    const value: Record<number, Thrift> = {};
    for (let id = 0; ; ) {
      const head = file[at++] as number;
      if (head === 0) return value;
      id += head >> 4;
      value[id] = (head & 15) < 3 ? (head & 15) === 1 : read(head & 15);
    }
  };
  return { value: read(12) as Record<number, Thrift>, end: at };
}

type Fields = Record<number, Thrift>;

/** The rows of a file, from its footer. hyparquet 1.31 reads these files too (tried by hand). */
export function parquetRows(bytes: Uint8Array): Record<string, unknown>[] {
  const file = Buffer.from(bytes);
  const footerLength = file.readUInt32LE(file.length - 8);
  const footer = readStruct(file, file.length - 8 - footerLength).value;
  const rows: Record<string, unknown>[] = [];
  for (const group of footer[4] as Fields[]) {
    const columns = (group[1] as Fields[]).map((chunk) => {
      const meta = chunk[3] as Fields;
      const page = readStruct(file, meta[9] as number);
      const raw = file.subarray(page.end, page.end + (page.value[3] as number));
      return {
        name: (meta[3] as string[])[0] as string,
        type: meta[1],
        data: meta[4] === 2 ? gunzipSync(raw) : raw,
        at: 0,
      };
    });
    for (let i = 0; i < (group[3] as number); i++) {
      rows.push(
        Object.fromEntries(
          columns.map((column) => {
            if (column.type === 0) return [column.name, (((column.data[i >> 3] as number) >> (i & 7)) & 1) === 1];
            if (column.type === 1) return [column.name, column.data.readUInt32LE(4 * i)];
            if (column.type === 2) return [column.name, Number(column.data.readBigInt64LE(8 * i))];
            if (column.type === 5) return [column.name, column.data.readDoubleLE(8 * i)];
            const size = column.data.readUInt32LE(column.at);
            const value = new Uint8Array(column.data.subarray(column.at + 4, column.at + 4 + size));
            column.at += 4 + size;
            return [column.name, value];
          }),
        ),
      );
    }
  }
  if (footer[3] !== rows.length) throw new Error(`the footer says ${footer[3]} rows, there are ${rows.length}`);
  return rows;
}
