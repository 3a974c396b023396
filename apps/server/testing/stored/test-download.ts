import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { downloadRequest } from "@canopy/contract/transfers/downloads";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { beginRun, insertDownload, recordFile } from "../../transfers/download-store.ts";
import { testDevice } from "../terminals/test-device.ts";

/** A finished download task of this user. */
export async function testDownload(
  db: Db,
  folder: string,
  owner: { tenantId: string; userId: string },
): Promise<{ taskId: string; thingsId: string }> {
  const { tenantId, userId } = owner;
  const { thingsId, bindingNumber } = await testDevice(db, tenantId);
  const [taskId, jobId] = [randomUUID(), randomUUID()];
  const request = downloadRequest.parse({ start_time: 0, end_time: 1 });
  await insertDownload(db, { id: taskId, tenantId, userId, thingsId, bindingNumber, name: "test", frames: 0, request });
  await sql`insert into jobs (id, tenant_id, user_id, kind, state)
    values (${jobId}, ${tenantId}, ${userId}, 'transfers.download', 'done')`.execute(db);
  await beginRun(db, tenantId, taskId, jobId);
  const file = join("downloads", taskId, "test.csv");
  mkdirSync(join(folder, "downloads", taskId), { recursive: true });
  writeFileSync(join(folder, file), "time_s\n");
  await recordFile(
    db,
    { tenantId, id: taskId, jobId, attempt: 0 },
    { file, bytes: 7, files: 1, rows: 0, skipped: 0, adjusted: 0, reduced: 0 },
  );
  return { taskId, thingsId };
}
