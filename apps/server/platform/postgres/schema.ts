import type { Kysely } from "kysely";

/**
 * The tables Kysely knows. Empty here: the store that owns a table adds it where it uses it,
 *
 *   declare module "../platform/postgres/schema.ts" {
 *     interface Tables {
 *       devices: DevicesTable;
 *     }
 *   }
 *
 * so that a table is described once, beside its SQL.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** Argument of stores: the pool or a transaction (`Transaction` is a `Kysely`). */
export type Db = Kysely<Tables>;
