import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { ZipFile } from "yazl";
import { z } from "zod";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-definition.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { ownData } from "./own-data.ts";
import type { Whose } from "./profile-store.ts";

const input = z.object({ tenantId: z.uuid(), userId: z.uuid() });

export const OWN_ARCHIVE = { kind: "accounts.ownArchive", input };

/** ACC-26: one's own data as a ZIP of JSON documents; the newest one replaces the one before. */
export function ownArchiveJob(db: Db): JobDefinition<Whose> {
  return defineJob(OWN_ARCHIVE.kind, {
    input,
    handler: async ({ input: whose, signal }) => {
      const archive = await zipOf(await ownData(db, whose));
      signal.throwIfAborted();
      await sql`insert into own_data_archives (tenant_id, user_id, archive) values
        (${whose.tenantId}, ${whose.userId}, ${archive})
        on conflict (tenant_id, user_id) do update set archive = excluded.archive, made_at = now()`.execute(db);
      return { bytes: archive.length };
    },
  });
}

async function zipOf(documents: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(documents))
    zip.addBuffer(Buffer.from(JSON.stringify(content, null, 2)), `${name}.json`);
  zip.end();
  return buffer(zip.outputStream);
}

export async function findArchive(db: Db, { tenantId, userId }: Whose): Promise<Buffer | undefined> {
  const found = await sql<{ archive: Buffer }>`select archive from own_data_archives
    where tenant_id = ${tenantId} and user_id = ${userId} and made_at > now() - interval '1 day'`.execute(db);
  return found.rows[0]?.archive;
}
