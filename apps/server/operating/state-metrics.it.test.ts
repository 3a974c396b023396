import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { noteBackup } from "./backup/last-backup.ts";

let world: TestApp;
beforeAll(async () => {
  world = await testApp(
    {},
    {
      readyParts: async () => ({
        database: "ok",
        frames: "partly",
        servers: { "1 db:5432": "unreachable" },
        files: "unreachable",
        disk: "full",
        landing: "ok",
      }),
    },
  );
});
afterAll(() => world.close());

async function figures(): Promise<string> {
  return (await world.app.inject({ url: "/metrics" })).body;
}

it("tells parts, room, dead letters, failed jobs, the age of the newest backup and what it lacks as figures [OPS-03]", async () => {
  const { pool } = world.database;
  await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  const before = await figures();
  for (const name of ["canopy_backup_age_seconds", "canopy_backup_problems"]) expect(before).toContain(`${name} Nan`);
  expect(before).toContain('canopy_outbox_failed{channel="sms"} 0');
  await pool.query(`insert into outbox (channel, destination, content, state) values ('sms', '138', 'x', 'failed')`);
  await pool.query(`insert into jobs (id, tenant_id, kind, input, state, finished_at)
    select gen_random_uuid(), id, 'test.nothing', '{}', 'failed', now() from tenants limit 1`);
  await noteBackup(pool, 2);
  await pool.query("update last_backup set finished_at = now() - interval '1 hour'");
  const after = await figures();
  for (const line of [
    'canopy_ready{part="database"} 1',
    'canopy_ready{part="frames"} 1',
    'canopy_ready{part="files"} 0',
    'canopy_ready{part="disk"} 0',
    'canopy_outbox_failed{channel="sms"} 1',
    'canopy_jobs_failed{kind="test.nothing"} 1',
    "canopy_backup_problems 2",
  ])
    expect(after).toContain(`${line}\n`);
  for (const which of ["free", "kept"])
    expect(after).toMatch(new RegExp(`canopy_disk_${which}_bytes{server="frames"} [1-9]`));
  expect(Number(/canopy_backup_age_seconds ([\d.]+)/.exec(after)?.[1])).toBeCloseTo(3600, -1);
  await noteBackup(pool, 0);
  const last = await figures();
  expect(Number(/canopy_backup_age_seconds ([\d.]+)/.exec(last)?.[1])).toBeLessThan(60);
  expect(last).toContain("canopy_backup_problems 0\n");
});
