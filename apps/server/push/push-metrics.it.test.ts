import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTestPush } from "../testing/worlds/test-push-rule.ts";
import { PushWorld } from "../testing/worlds/test-push-world.ts";

let world: PushWorld;
beforeAll(async () => {
  world = await PushWorld.open();
});
afterAll(() => world.close());

async function figure(name: string, label = ""): Promise<number> {
  const { body } = await world.app.app.inject({ url: "/metrics" });
  const line = body.split("\n").find((one) => one.startsWith(`${name}${label} `));
  return line === undefined ? Number.NaN : Number(line.slice(line.lastIndexOf(" ") + 1));
}

it("one tenant whose receiver fails is told by its name, and counts as one of all [CAP-01]", async () => {
  await world.queue(await world.rule({ name: "slow" }), 5);
  for (const name of ["second", "third"]) {
    const { tenantId } = await world.app.user({ tenant: name, name: `${name}_a`, role: "manager" });
    const ruleId = await makeTestPush(world.db, { tenantId, userName: `${name}_a` }, { enabled: true });
    await sql`insert into push_deliveries (tenant_id, rule_id, message_id, cause, type, at_us, body, state, sent_at)
      values (${tenantId}, ${ruleId}, gen_random_uuid(), 'live', 'position', 0, '{}', 'sent', now())`.execute(world.db);
  }
  expect(await figure("canopy_push_tenants")).toBe(3);
  expect(await figure("canopy_push_tenants_behind")).toBe(0);
  await sql`update push_deliveries set created_at = now() - interval '1 hour' where state = 'waiting'`.execute(
    world.db,
  );
  expect(await figure("canopy_push_tenants_behind")).toBe(1);
  expect(await figure("canopy_push_tenant_oldest_seconds", '{tenant="own"}')).toBeGreaterThan(3599);
  expect(await figure("canopy_push_tenant_oldest_seconds", '{tenant="second"}')).toBe(0);
  await sql`update push_deliveries set state = 'failed' where state = 'waiting'`.execute(world.db);
  // Of an hour ago: nobody is behind any more.
  expect(await figure("canopy_push_tenants_behind")).toBe(0);
  expect(await figure("canopy_push_tenant_failed", '{tenant="own"}')).toBe(5);
  expect(await figure("canopy_push_failed")).toBe(5);
});

it("a rule that is off is not behind, whatever waits for it [CAP-01]", async () => {
  await world.reset();
  const ruleId = await world.rule({ name: "off" });
  await world.queue(ruleId, 2);
  await sql`update push_deliveries set created_at = now() - interval '1 hour'`.execute(world.db);
  expect(await figure("canopy_push_tenants_behind")).toBe(1);
  await world.call("PUT", `/push-rules/${ruleId}/enabled`, { enabled: false });
  expect(await figure("canopy_push_tenants_behind")).toBe(0);
  expect(await figure("canopy_push_oldest_seconds")).toBe(0);
  expect(await figure("canopy_push_waiting")).toBe(2);
});

it("refused batches are told by tenant, and only those of the last hour count for the installation [CAP-05]", async () => {
  const { pool } = world.frames.framesDatabase;
  const refuse = (sequence: number, ago: string) =>
    pool.query(
      `insert into refused_batches (binding, epoch, sequence, tenant_id, reason, refused_at)
        values ($1, 1, $2, $3, 'sequenceGaps', now() - $4::interval)`,
      [world.device.bindingNumber, sequence, world.manager.tenantId, ago],
    );
  await refuse(1, "2 hours");
  await refuse(2, "3 hours");
  expect(await figure("canopy_frames_refused_batches")).toBe(2);
  expect(await figure("canopy_frames_tenant_refused_batches", '{tenant="own"}')).toBe(2);
  expect(await figure("canopy_frames_refused_tenants")).toBe(0);
  await refuse(3, "1 minute");
  expect(await figure("canopy_frames_refused_tenants")).toBe(1);
  expect(await figure("canopy_tenants")).toBe(1);
});
