import { Readable } from "node:stream";
import type { ClickHouseClient } from "@clickhouse/client";
import { type NativeColumn, nativeBlock } from "./native-block.ts";

export interface NativeInsert {
  readonly table: string;
  readonly columns: readonly NativeColumn[];
  readonly rows: number;
  /** The same insert sent again with the same token is stored once. */
  readonly deduplicationToken?: string;
  /** By which it is found among the running queries. */
  readonly queryId?: string;
  readonly settings?: Readonly<Record<string, string | number>>;
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Resolves when the rows are stored. */
export async function insertNative(client: ClickHouseClient, insert: NativeInsert): Promise<void> {
  const names = insert.columns.map(({ name }) => name);
  const odd = [...insert.table.split("."), ...names].find((name) => !IDENTIFIER.test(name));
  if (odd !== undefined) throw new RangeError(`not a name of a table or column: ${odd}`);
  const { stream } = await client.exec({
    query: `INSERT INTO ${insert.table} (${names.join(", ")}) FORMAT Native`,
    values: Readable.from(nativeBlock(insert.columns, insert.rows)),
    ...(insert.queryId !== undefined && { query_id: insert.queryId }),
    clickhouse_settings: {
      ...insert.settings,
      ...(insert.deduplicationToken !== undefined && { insert_deduplication_token: insert.deduplicationToken }),
    },
  });
  // Nothing comes back, but the connection is free only after its end.
  stream.resume();
}
