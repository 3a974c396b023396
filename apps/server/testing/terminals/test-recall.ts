import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { hashToken } from "../../accounts/secrets.ts";
import { storeCard } from "../../files/recall/card-store.ts";
import { insertRecall } from "../../files/recall/recall-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** Its terminal is online, and has one file on its card. */
export async function testCard(db: Db, thingsId: string, name: string): Promise<void> {
  await sql`update things set online = true where id = ${thingsId}`.execute(db);
  const found = await sql<{ tenantId: string; deviceId: string }>`select tenant_id as "tenantId",
    third_things_id as "deviceId" from things where id = ${thingsId}`.execute(db);
  const [owner] = found.rows;
  const card = { atMs: Date.now(), isWhole: true, totalMb: null, usedMb: null };
  const files = [{ name, size: 1000, time: 0 }];
  if (owner) await storeCard(db, { ...owner, thingsId }, { ...card, deviceId: owner.deviceId, files });
}

/** A recall that waits. */
export async function testRecall(
  db: Db,
  { tenantId, userId, name: userName }: { tenantId: string; userId: string; name: string },
  thingsId: string,
): Promise<string> {
  const id = randomUUID();
  const file = { name: "CAN1_0001.rec", size: 1000, content: "can", channel: 0 } as const;
  const made = { ...file, id, userId, userName, analyse: false, uploadHash: hashToken(id), logId: null };
  await insertRecall(db, { tenantId, thingsId }, made);
  return id;
}
