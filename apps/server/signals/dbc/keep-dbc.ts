import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { SIGNAL_FORMATS, type SignalFormat } from "@canopy/can/signal-file/format";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { dbcErrors } from "@canopy/contract/signals/dbc-errors";
import {
  type DbcFile,
  dbcName,
  MAX_DBC_FILES,
  MAX_DBC_REVISIONS,
  MAX_DBC_UPLOAD_BYTES,
} from "@canopy/contract/signals/dbc-files";
import { sql } from "kysely";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  countDbcs,
  deleteDbcRow,
  errorsOf,
  insertDbc,
  insertRevision,
  lockDbc,
  readRevision,
  renameDbcRow,
} from "./dbc-store.ts";
import type { DbcSummary } from "./dbc-summary.ts";
import { replaceTerms } from "./dbc-terms-store.ts";
import { allUses, type DbcUses, usesText } from "./dbc-uses.ts";
import { summariseDbc } from "./read-dbc.ts";

export interface GivenDbc {
  readonly bytes: Uint8Array;
  readonly encoding?: DbcEncoding | undefined;
  readonly remark: string;
  /** Keep it also with errors. */
  readonly draft: boolean;
  readonly author: string;
  /** Of a call: ends when its client goes away. */
  readonly signal?: AbortSignal | undefined;
}

/** DBC-01: a new file of the library. */
export async function createDbc(db: Db, tenantId: string, fileName: string, given: GivenDbc): Promise<string> {
  const { name, format } = nameAndFormat(fileName);
  const { summary, state } = await examine(tenantId, given, format);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 20))`.execute(transaction);
    if ((await countDbcs(transaction, tenantId)) >= MAX_DBC_FILES) {
      throw new ApiError(dbcErrors.dbcLimit, { values: { limit: MAX_DBC_FILES } });
    }
    const dbcId = await insertDbc(transaction, tenantId, { name, state });
    if (dbcId === undefined) throw nameTaken(name);
    const { bytes: content, author, remark } = given;
    await insertRevision(transaction, { tenantId, dbcId, revision: 1, state, content, summary, author, remark });
    await replaceTerms(transaction, tenantId, dbcId, summary.terms);
    return dbcId;
  });
}

/** The next revision. A valid file never becomes a draft again: its users must go on. */
export async function reviseDbc(
  db: Db,
  tenantId: string,
  dbcId: string,
  given: GivenDbc & { readonly baseRevision?: number | undefined },
): Promise<void> {
  const before = await readRevision(db, tenantId, dbcId);
  if (!before) throw new ApiError(platformErrors.notFound);
  refuseStale(before.revision, given.baseRevision);
  const { summary, state } = await examine(tenantId, given, before.format);
  const { bytes: content, author, remark } = given;
  if (before.encoding === summary.encoding && before.content.equals(content)) {
    throw new ApiError(dbcErrors.dbcUnchanged);
  }
  await db.transaction().execute(async (transaction) => {
    const locked = await lockDbc(transaction, tenantId, dbcId);
    if (!locked) throw new ApiError(platformErrors.notFound);
    refuseStale(locked.newest, given.baseRevision);
    if (locked.state === "ready" && state === "draft") throw broken(summary);
    const revision = locked.newest + 1;
    if (revision > MAX_DBC_REVISIONS) {
      throw new ApiError(dbcErrors.dbcRevisionLimit, { values: { limit: MAX_DBC_REVISIONS } });
    }
    await insertRevision(transaction, { tenantId, dbcId, revision, state, content, summary, author, remark });
    await replaceTerms(transaction, tenantId, dbcId, summary.terms);
  });
}

export async function renameDbcFile(db: Db, tenantId: string, dbcId: string, name: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 20))`.execute(transaction);
    if (!(await lockDbc(transaction, tenantId, dbcId))) throw new ApiError(platformErrors.notFound);
    if (!(await renameDbcRow(transaction, tenantId, dbcId, name))) throw nameTaken(name);
  });
}

interface Removal {
  readonly tenantId: string;
  readonly dbcId: string;
  readonly uses: readonly DbcUses[];
  readonly language: Language;
}

/** With all revisions, unless something uses it. */
export async function removeDbc(db: Db, { tenantId, dbcId, uses, language }: Removal): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await lockDbc(transaction, tenantId, dbcId))) throw new ApiError(platformErrors.notFound);
    const found = await allUses(uses, transaction, tenantId, dbcId);
    if (found.length > 0) {
      throw new ApiError(dbcErrors.dbcInUse, { values: { uses: usesText(found, language) }, details: found });
    }
    await deleteDbcRow(transaction, tenantId, dbcId);
  });
}

function nameAndFormat(fileName: string): { name: string; format: SignalFormat } {
  const format = SIGNAL_FORMATS.find((one) => fileName.toLowerCase().endsWith(`.${one}`)) ?? "dbc";
  const checked = dbcName.safeParse(fileName.replace(/\.(?:dbc|ldf|arxml)$/i, ""));
  if (!checked.success) throw new ApiError(dbcErrors.dbcName, { field: "file_name" });
  return { name: checked.data, format };
}

const nameTaken = (name: string) => new ApiError(dbcErrors.dbcNameTaken, { field: "file_name", values: { name } });

function refuseStale(newest: number, base: number | undefined): void {
  if (base !== undefined && base !== newest) throw new ApiError(platformErrors.stale, { details: { newest } });
}

/** Reads it in a worker. Without a single message there is nothing to keep, not even as a draft. */
async function examine(
  tenantId: string,
  given: GivenDbc,
  format: SignalFormat,
): Promise<{ summary: DbcSummary; state: DbcFile["state"] }> {
  if (given.bytes.length === 0) throw new ApiError(dbcErrors.dbcEmpty);
  if (given.bytes.length > MAX_DBC_UPLOAD_BYTES) {
    throw new ApiError(dbcErrors.dbcTooLarge, { values: { limit: MAX_DBC_UPLOAD_BYTES / 1024 / 1024 } });
  }
  const summary = await summariseDbc(given.bytes, given.encoding, { tenantId, signal: given.signal });
  if (summary.format !== format) throw new ApiError(dbcErrors.dbcFormat, { values: { format: format.toUpperCase() } });
  const isSound = errorsOf(summary).length === 0;
  if (!isSound && (!given.draft || summary.messages === 0)) throw broken(summary);
  return { summary, state: isSound ? "ready" : "draft" };
}

function broken(summary: DbcSummary): ApiError {
  const errors = errorsOf(summary);
  const values = { count: errors.length, line: errors[0]?.line ?? 1 };
  return new ApiError(dbcErrors.dbcBroken, { values, details: { problems: summary.problems } });
}
