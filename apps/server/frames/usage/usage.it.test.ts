import { DEFAULT_PACKAGE, UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { insertOutgoing } from "../../messages/outbox-store.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { batchAt } from "../ingest/test-batch-at.ts";
import { showUsage } from "../retention/nightly.ts";

const DAY_MS = 86_400_000;
/** Of a frame with eight bytes, as the package counts them. */
const FRAME_BYTES = 23;
const GB = 1024 ** 3;

describe("usage of a tenant", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let owner: TestUser;
  let devices: TestDevice[];
  const nowMs = Date.now();
  const call = async (user: TestUser, path: string) =>
    (await world.call(user, { url: `/api/tenant/tenants/${owner.tenantId}/${path}` })).json();

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store });
    const { db } = world.database;
    owner = await world.user({ tenant: "usage_owner", name: "usage_owner", role: "manager" });
    await setPackage(db, owner.tenantId, { ...UNLIMITED_PACKAGE, database_storage_space: 2 });
    devices = [await testDevice(db, owner.tenantId), await testDevice(db, owner.tenantId)];
    const [small, large] = devices as [TestDevice, TestDevice];
    const ingest = engines.ingest({ clock: systemClock });
    await ingest.ingest(batchAt(small, 1, nowMs - 2 * DAY_MS));
    for (const [i, age] of [2, 1, 1, 0].entries()) await ingest.ingest(batchAt(large, i, nowMs - age * DAY_MS));
    await ingest.close();
    await showUsage({ db, frames: engines.store.frames }, nowMs);
  });
  afterAll(async () => {
    await world?.close();
    await engines?.end();
  });

  it("is what the store counted, with its growth and the days that are left [CAP-02]", async () => {
    const used = 50 * FRAME_BYTES;
    expect(await call(owner, "disk-usage")).toEqual({
      disk_usage_rate: 0,
      total_disk_usage_show: "1.12KB",
      used_bytes: used,
      total_bytes: 2 * GB,
      bytes_per_day: (40 * FRAME_BYTES) / 2,
      days_to_full: null,
      when_full: "stop",
    });
    const tight = { ...UNLIMITED_PACKAGE, database_storage_space: (used + 1000) / GB };
    await setPackage(world.database.db, owner.tenantId, tight);
    expect(await call(owner, "disk-usage")).toMatchObject({ disk_usage_rate: 53.5, days_to_full: 3 });
  });

  it("of each device names the largest first, and only those that the caller may read [CAP-04] [USR-03]", async () => {
    const [small, large] = devices as [TestDevice, TestDevice];
    const { list, pagination } = await call(owner, "device-usage?page_size=25");
    expect(pagination.total_size).toBe(2);
    expect(list).toMatchObject([
      { id: large.thingsId, used_bytes: 40 * FRAME_BYTES, bytes_per_day: 15 * FRAME_BYTES, counted_time: nowMs },
      { id: small.thingsId, used_bytes: 10 * FRAME_BYTES, bytes_per_day: 5 * FRAME_BYTES },
    ]);
    expect(list[0].oldest_time).toBe(Math.floor((nowMs - 2 * DAY_MS) / DAY_MS) * DAY_MS);
    const sub = await world.user({ tenant: "usage_owner", name: "usage_sub", role: "sub" });
    await grantLevel(world.database.db, sub, small.thingsId, "read");
    expect((await call(sub, "device-usage")).list).toMatchObject([{ id: small.thingsId }]);
  });

  it("loop delete is the manager's choice [DAT-04] [CAP-05]", async () => {
    const url = `/api/tenant/tenants/${owner.tenantId}/when-full`;
    const choose = (user: TestUser) => world.call(user, { method: "PUT", url, payload: { when_full: "loop" } });
    const sub = await world.user({ tenant: "usage_owner", name: "usage_chooser", role: "sub" });
    expect((await choose(sub)).statusCode).toBe(403);
    expect((await choose(owner)).statusCode).toBe(200);
    expect((await call(owner, "disk-usage")).when_full).toBe("loop");
  });

  it("of push counts the webhooks that were delivered this month [CAP-02]", async () => {
    const { db } = world.database;
    const url = `/api/notification/tenants/${owner.tenantId}/push/capacity`;
    const message = {
      tenantId: owner.tenantId,
      channel: "webhook",
      destination: "https://x.example",
      subject: "",
      content: "{}",
      template: "notice",
      parameters: {},
    } as const;
    for (const state of ["sent", "sent", "failed"] as const) await insertOutgoing(db, message, state);
    await sql`update outbox set sent_at = now() where tenant_id = ${owner.tenantId}`.execute(db);
    await setPackage(db, owner.tenantId, { ...UNLIMITED_PACKAGE, push_flow: 1000 });
    expect((await world.call(owner, { url })).json()).toEqual({ total: 1000, used: 2 });
  });

  it("the system manager reads and sets the package; nobody else does [CAP-01]", async () => {
    const operator = await world.user({ tenant: "usage_platform", name: "usage_operator", role: "system" });
    const url = `/api/operating/tenants/${owner.tenantId}/package`;
    const content = { ...DEFAULT_PACKAGE, things_num: 7, ftp_storage_space: 1, file_storage_space: 10, push_flow: 5 };
    const put = (user: TestUser, payload: object) => world.call(user, { method: "PUT", url, payload });
    expect((await put(owner, { content })).statusCode).toBe(403);
    expect((await put(operator, { content: { ...content, things_num: -1 } })).statusCode).toBe(400);
    expect((await put(operator, { content })).statusCode).toBe(200);
    expect((await world.call(operator, { url })).json()).toEqual({ content });
    expect(await call(owner, "package")).toEqual({ content });
  });
});
