import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway, terminal } from "../../testing/terminals/test-gateway.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { endRevoked } from "./watch-revoked.ts";

let world: TestApp;
let kept: TestUser;
let closed: TestUser;

beforeAll(async () => {
  world = await testApp();
  kept = await world.user({ tenant: "kept", name: "kept", role: "manager" });
  closed = await world.user({ tenant: "closed", name: "closed", role: "manager" });
});
afterAll(() => world?.close());

it("connections that would not be let in any more end, though nobody told of it; the others stay [DEV-03] [USR-01]", async () => {
  const { db } = world.database;
  const device = (user: TestUser) => testDevice(db, user.tenantId);
  const [stays, rotated, deleted] = [await device(kept), await device(kept), await device(kept)];
  const ofClosed = await device(closed);
  const all = [stays, rotated, deleted, ofClosed];
  const gateway = await deviceGateway(db);
  const clients = await Promise.all(
    all.map(({ deviceId, key }: TestDevice) => terminal(gateway, 5, { clientId: deviceId, password: key })),
  );
  try {
    const watch = {
      db,
      log: createLog("error"),
      identities: () => gateway.identities(),
      revoke: (deviceId: string) => gateway.disconnect(deviceId, "revoked"),
    };
    await endRevoked(watch);
    expect(gateway.onlineDevices().toSorted()).toEqual(all.map(({ deviceId }) => deviceId).toSorted());

    await sql`update things set key_version = key_version + 1 where id = ${rotated.thingsId}`.execute(db);
    await sql`delete from things where id = ${deleted.thingsId}`.execute(db);
    await sql`update tenants set state = 'closed' where id = ${closed.tenantId}`.execute(db);
    await endRevoked(watch);
    await expect.poll(() => gateway.onlineDevices()).toEqual([stays.deviceId]);
    await expect.poll(() => clients.map(({ connected }) => connected)).toEqual([true, false, false, false]);
  } finally {
    await Promise.all(clients.map((client) => client.endAsync(true)));
    await gateway.stop();
  }
});
