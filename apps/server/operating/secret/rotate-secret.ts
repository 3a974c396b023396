import pg from "pg";
import { seal, unseal } from "../../platform/seal.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

const AT_ONCE = 500;

export interface RotatedColumn {
  readonly table: string;
  readonly column: string;
  /** Sealed under the new secret by this run, and before it. */
  readonly resealed: number;
  readonly already: number;
  /** Sealed under a third secret: to be entered again. */
  readonly unreadable: number;
}

/**
 * Seals every value of the old secret anew under the new one. What is sealed under the new one already stays as it is: cut
 * off or run again, it goes on. Nobody may seal under the old one meanwhile.
 */
export async function rotateSecret(pool: pg.Pool, old: string, fresh: string): Promise<RotatedColumn[]> {
  const columns: RotatedColumn[] = [];
  for (const sealed of SEALED_COLUMNS) columns.push(await rotateColumn(pool, sealed, old, fresh));
  return columns;
}

interface SealedRow {
  readonly key: string;
  readonly sealed: Buffer;
}

async function rotateColumn(pool: pg.Pool, column: SealedColumn, old: string, fresh: string): Promise<RotatedColumn> {
  const counts = { resealed: 0, already: 0, unreadable: 0 };
  const set = statementOf(column);
  for (let after: string | null = null; ; ) {
    const rows: readonly SealedRow[] = await rowsAfter(pool, column, after);
    for (const { key, sealed } of rows) {
      if (unseal(fresh, column.purpose, sealed) !== undefined) counts.already += 1;
      else {
        const value = unseal(old, column.purpose, sealed);
        if (value === undefined) counts.unreadable += 1;
        else {
          await pool.query(set, [key, sealed, seal(fresh, column.purpose, value)]);
          counts.resealed += 1;
        }
      }
    }
    const last = rows.at(-1);
    if (last === undefined) return { table: column.table, column: column.column, ...counts };
    after = last.key;
  }
}

const quoted = pg.escapeIdentifier;

async function rowsAfter(pool: pg.Pool, sealed: SealedColumn, after: string | null): Promise<SealedRow[]> {
  const { table, column, key } = sealed;
  const [name, type] = key;
  const found = await pool.query<SealedRow>(
    `select ${quoted(name)}::text as key, ${quoted(column)} as sealed from ${quoted(table)}
      where ${quoted(column)} is not null and ($1::text is null or ${quoted(name)} > $1::text::${type})
      order by ${quoted(table)}.${quoted(name)} limit ${AT_ONCE}`,
    [after],
  );
  return found.rows;
}

/** One that was changed meanwhile stays. */
const statementOf = ({ table, column, key: [name, type] }: SealedColumn) =>
  `update ${quoted(table)} set ${quoted(column)} = $3 where ${quoted(name)} = $1::text::${type} and ${quoted(column)} = $2`;
