import type pg from "pg";
import { deleteRowsOf } from "../store/delete-rows.ts";
import { deletePoints } from "../store/points/delete-points.ts";

interface CopiedTable {
  readonly table: string;
  /** The key after the binding, with its types. */
  readonly key: readonly (readonly [column: string, type: string])[];
  /** Rows at once: those with bodies are large. */
  readonly rows: number;
}

const BATCH_KEY = [
  ["epoch", "bigint"],
  ["sequence", "bigint"],
] as const;

/** What landing and rules remember of a binding. Segments and kept signals have files besides. */
const INDEX_TABLES: readonly CopiedTable[] = [
  { table: "landing", key: [["id", "bigint"]], rows: 100 },
  { table: "sequence_sets", key: [["epoch", "bigint"]], rows: 1000 },
  {
    table: "sequence_pages",
    key: [
      ["epoch", "bigint"],
      ["page", "bigint"],
    ],
    rows: 1000,
  },
  { table: "day_counters", key: [["day", "int"]], rows: 5000 },
  { table: "quarantined_batches", key: BATCH_KEY, rows: 100 },
  { table: "refused_batches", key: BATCH_KEY, rows: 5000 },
  { table: "released_batches", key: BATCH_KEY, rows: 5000 },
  { table: "payload_hashes", key: [["hash", "bytea"]], rows: 5000 },
  { table: "rule_marks", key: [], rows: 1 },
  { table: "place_marks", key: [], rows: 1 },
  {
    table: "rule_states",
    key: [
      ["rule", "uuid"],
      ["channel", "smallint"],
      ["is_late", "boolean"],
    ],
    rows: 1000,
  },
  { table: "pinned_windows", key: [["change", "bigint"]], rows: 5000 },
];

/** Points and positions: the same one again takes the place of the first. */
const POINT_TABLES: readonly CopiedTable[] = [
  { table: "positions", key: [["time", "bigint"]], rows: 10_000 },
  {
    table: "points",
    key: [
      ["data_group", "text"],
      ["time", "bigint"],
    ],
    rows: 5000,
  },
];

type Queries = pg.Pool | pg.PoolClient;

export async function copyIndexRows(from: Queries, to: Queries, binding: number): Promise<void> {
  for (const table of INDEX_TABLES) await copyTable(from, to, binding, table, "");
  const [here, there] = [await countRows(from, INDEX_TABLES, binding), await countRows(to, INDEX_TABLES, binding)];
  if (here !== there) throw new Error(`${there} of ${here} rows were copied`);
}

export async function copyPointRows(from: Queries, to: Queries, binding: number): Promise<void> {
  for (const table of POINT_TABLES) await copyTable(from, to, binding, table, "on conflict do nothing");
}

export const countPointRows = (pool: Queries, binding: number): Promise<number> =>
  countRows(pool, POINT_TABLES, binding);

async function countRows(pool: Queries, tables: readonly CopiedTable[], binding: number): Promise<number> {
  const counts = tables.map(({ table }) => `(select count(*) from ${table} where binding = $1)`).join(" + ");
  const found = await pool.query<{ rows: number }>(`select ${counts} as rows`, [binding]);
  return found.rows[0]?.rows ?? 0;
}

/** Everything but segments, whose files follow. */
export async function deleteRows(pool: pg.Pool, binding: number): Promise<void> {
  for (const { table } of INDEX_TABLES) await deleteRowsOf(pool, table, binding);
  await deletePoints(pool, binding, {});
}

/** Rows travel as JSON, which PostgreSQL writes and reads itself: every type comes out as it went in. */
async function copyTable(
  from: Queries,
  to: Queries,
  binding: number,
  { table, key, rows }: CopiedTable,
  onConflict: string,
): Promise<void> {
  const columns = await columnsOf(to, table);
  // By the table's own columns: the texts of the answer sort otherwise.
  const names = key.map(([column]) => `t.${column}`).join(", ");
  let last: readonly unknown[] = [];
  for (;;) {
    const bounds = key.map(([, type], i) => `$${i + 2}::${type}`).join(", ");
    const beyond = last.length > 0 ? `and (${names}) > (${bounds})` : "";
    const found = await from.query<{ content: string } & Record<string, unknown>>(
      `select row_to_json(t)::text as content${key.map(([column]) => `, t.${column}::text as ${column}`).join("")}
        from ${table} t where binding = $1 ${beyond} ${names && `order by ${names}`} limit ${rows}`,
      [binding, ...last],
    );
    const end = found.rows.at(-1);
    if (end === undefined) return;
    await to.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json) ${onConflict}`,
      [`[${found.rows.map(({ content }) => content).join(",")}]`],
    );
    if (found.rows.length < rows || key.length === 0) return;
    last = key.map(([column]) => end[column]);
  }
}

/** Without numbers that the server gives itself. */
async function columnsOf(to: Queries, table: string): Promise<string> {
  const found = await to.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
      from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and is_identity = 'NO'`,
    [table],
  );
  return found.rows[0]?.columns ?? "";
}
