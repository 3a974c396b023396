/** For tests: a push rule, and one of its deliveries. */
import { randomUUID } from "node:crypto";
import { pushContent } from "@canopy/contract/push/rules";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db } from "../../platform/postgres/schema.ts";
import { insertPushRule, sealSecret } from "../../push/push-rule-store.ts";
import { TEST_SECRET } from "../test-app.ts";

export const PUSH_SECRET = "a secret of a push rule";

interface Owner {
  readonly tenantId: string;
  readonly userName: string;
}

export async function makeTestPush(
  db: Db,
  owner: Owner,
  more: Partial<z.input<typeof pushContent>> = {},
): Promise<string> {
  const content = pushContent.parse({
    name: randomUUID().slice(0, 20),
    source: { kind: "positions", every_s: 1 },
    url: "https://hooks.example.com/canopy",
    ...more,
  });
  return (await insertPushRule(db, owner, content, sealSecret(TEST_SECRET, PUSH_SECRET))) ?? "";
}

/** A dead letter. */
export async function makeTestDelivery(db: Db, owner: Owner): Promise<string> {
  const ruleId = await makeTestPush(db, owner);
  const made = await sql<{
    id: string;
  }>`insert into push_deliveries (tenant_id, rule_id, message_id, cause, type, at_us,
      body, state)
    values (${owner.tenantId}, ${ruleId}, gen_random_uuid(), 'live', 'position', 0, '{}', 'failed')
    returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}
