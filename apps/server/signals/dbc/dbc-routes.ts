import { decodeDbcText } from "@canopy/can/dbc/parse/encoding";
import { platformErrors } from "@canopy/contract/platform/errors";
import { signalAnswers } from "@canopy/contract/signals/answers";
import {
  addDbcRevision,
  type DbcFile,
  dbcContent,
  dbcText,
  deleteDbc,
  listDbcFiles,
  listDbcRevisions,
  renameDbc,
  uploadDbc,
} from "@canopy/contract/signals/dbc-files";
import { listDbcUses, searchDbcs } from "@canopy/contract/signals/dbc-uses";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { dbcFilesOf, findDbcFile, readRevision, revisionsOf, type StoredRevision } from "./dbc-store.ts";
import { findTerms } from "./dbc-terms-store.ts";
import { allUses, type DbcUses } from "./dbc-uses.ts";
import { createDbc, removeDbc, renameDbcFile, reviseDbc } from "./keep-dbc.ts";

interface Services {
  readonly db: Db;
  readonly uses: readonly DbcUses[];
}

/** DBC-01 */
export function dbcRoutes({ db, uses }: Services): Route[] {
  const fileOf = async (tenantId: string, dbcId: string): Promise<DbcFile> =>
    found(await findDbcFile(db, tenantId, dbcId));
  const revisionOf = async (tenantId: string, params: { dbc_id: string; revision: number | "newest" }) =>
    found(await readRevision(db, tenantId, params.dbc_id, params.revision === "newest" ? undefined : params.revision));
  return [
    route(listDbcFiles, async ({ caller }) => ({ list: await dbcFilesOf(db, caller.tenantId) })),
    route(uploadDbc, async ({ caller, body, signal }) => {
      const given = { ...givenOf(body), author: caller.userName, signal };
      const dbcId = await createDbc(db, caller.tenantId, body.file_name, given);
      return { data: await fileOf(caller.tenantId, dbcId) };
    }),
    route(listDbcRevisions, async ({ caller, params }) => {
      await fileOf(caller.tenantId, params.dbc_id);
      return { list: await revisionsOf(db, caller.tenantId, params.dbc_id) };
    }),
    route(addDbcRevision, async ({ caller, params, body, signal }) => {
      const given = { ...givenOf(body), author: caller.userName, baseRevision: body.base_revision, signal };
      await reviseDbc(db, caller.tenantId, params.dbc_id, given);
      return { data: await fileOf(caller.tenantId, params.dbc_id) };
    }),
    route(dbcText, async ({ caller, params }) => {
      const stored = await revisionOf(caller.tenantId, params);
      const { name, revision, encoding } = stored;
      return { data: { text: revisionText(stored), name, revision, encoding } };
    }),
    route(dbcContent, async ({ caller, params }) => {
      const { name, content, format } = await revisionOf(caller.tenantId, params);
      return { data: { file_name: `${name}.${format}`, content_base64: content.toString("base64") } };
    }),
    route(renameDbc, async ({ caller, params, body }) => {
      await renameDbcFile(db, caller.tenantId, params.dbc_id, body.name);
      return { data: await fileOf(caller.tenantId, params.dbc_id) };
    }),
    route(deleteDbc, async ({ caller: { tenantId }, params, language }) => {
      await removeDbc(db, { tenantId, dbcId: params.dbc_id, uses, language });
      return { message: signalAnswers.dbcDeleted[language] };
    }),
    route(listDbcUses, async ({ caller: { tenantId }, params }) => {
      await fileOf(tenantId, params.dbc_id);
      return { list: await allUses(uses, db, tenantId, params.dbc_id) };
    }),
    route(searchDbcs, ({ caller, query }) => findTerms(db, caller.tenantId, query.keyword)),
  ];
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new ApiError(platformErrors.notFound);
  return thing;
}

const revisionText = ({ content, encoding }: StoredRevision) => decodeDbcText(content, encoding).text;

function givenOf(body: {
  content_base64: string;
  encoding?: StoredRevision["encoding"] | undefined;
  remark: string;
  draft: boolean;
}) {
  const { encoding, remark, draft } = body;
  return { bytes: Buffer.from(body.content_base64, "base64"), encoding, remark, draft };
}
