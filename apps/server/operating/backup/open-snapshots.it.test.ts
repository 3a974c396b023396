import { FrameBatch } from "@canopy/can/frame/batch";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../../accounts/create-account.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { moveDevice } from "../../frames/servers/move-device.ts";
import type { OpenServers } from "../../frames/servers/open-servers.ts";
import { createLog } from "../../platform/log.ts";
import { type Database, openDatabase } from "../../platform/postgres/open-database.ts";
import { type TestFrameServers, testFrameServers } from "../../testing/engines/test-frame-servers.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { BackupFault } from "./backup-fault.ts";
import { openSnapshots } from "./open-snapshots.ts";

const log = createLog("error");

describe("snapshots of two frame servers [OPS-03]", () => {
  let world: TestFrameServers;
  let opened: OpenServers;
  let device: TestDevice;
  const databases: Database[] = [];
  beforeAll(async () => {
    world = await testFrameServers();
    opened = await world.open();
    const account = {
      tenant: "own",
      tenantKind: "owner",
      name: "own",
      password: "Right-2026",
      role: "manager",
    } as const;
    const { tenantId } = await createAccount(world.database.db, account);
    device = await testDevice(world.database.db, tenantId);
    const [first] = opened.servers;
    if (first === undefined) throw new Error("there is no frame server");
    const ingest = openIngest({ landing: first.store.landing, log, mayStore: () => true });
    const frames = new FrameBatch();
    for (let i = 0; i < 50; i += 1) frames.push(Date.now() * 1000 - 60_000_000 + i, 0, 0x100, 0, 1, Uint8Array.of(i));
    const { bindingNumber, deviceId } = device;
    const batch = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 1, sequence: 1 };
    await ingest.ingest({ ...batch, frames, raw: undefined });
    await opened.store.settleAll();
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    await opened.close();
    await world.drop();
  });

  /** Of the backup's own; `between` runs after the snapshot of the first server and before that of the second. */
  function poolsWith(between: (time: number) => Promise<unknown>) {
    const open = (url: string) => {
      const database = openDatabase({ url, log, maxConnections: 2 });
      databases.push(database);
      return database.pool;
    };
    const second = open(world.second.url);
    const connect = second.connect.bind(second);
    let times = 0;
    const watched = {
      connect: async () => {
        times += 1;
        await between(times);
        return connect();
      },
    } as unknown as pg.Pool;
    const pools = { metadata: open(world.database.url), servers: [{ pool: open(world.first.url) }, { pool: watched }] };
    return { pools, times: () => times };
  }

  const move = (to: string) =>
    moveDevice({ database: opened.metadata, servers: opened.servers, log, leaseMs: 300 }, device.deviceId, to);
  const segments = async (client: pg.PoolClient | undefined) =>
    (await client?.query("select from segments where binding = $1", [device.bindingNumber]))?.rowCount;

  it("are taken anew where a device was moved meanwhile: the server that the metadata names has its frames", async () => {
    expect(await move("2")).toBe("moved");
    const { pools, times } = poolsWith(async (time) => time === 1 && (await move("1")));
    const [first, second, metadata] = await openSnapshots(pools);
    try {
      const place = await metadata?.query(
        "select s.number from bindings b join frame_servers s on s.id = b.frame_server where b.number = $1",
        [device.bindingNumber],
      );
      expect(place?.rows).toEqual([{ number: 1 }]);
      expect([await segments(first), await segments(second), times()]).toEqual([1, 0, 2]);
    } finally {
      for (const client of [first, second, metadata]) client?.release(true);
    }
  });

  it("are not waited for without end", async () => {
    const [from, to] = opened.servers.map(({ id }) => id);
    const { pools, times } = poolsWith((time) =>
      time % 2 === 1
        ? world.database.pool.query("insert into frame_moves values ($1, $2, $3, 'closed')", [
            device.bindingNumber,
            from,
            to,
          ])
        : world.database.pool.query("delete from frame_moves"),
    );
    await expect(openSnapshots(pools)).rejects.toThrow(BackupFault);
    expect(times()).toBe(5);
    await world.database.pool.query("delete from frame_moves");
  });

  it("heed no device that is new", async () => {
    const { pools, times } = poolsWith(async () => testDevice(world.database.db, device.tenantId));
    for (const client of await openSnapshots(pools)) client.release(true);
    expect(times()).toBe(1);
  });
});
