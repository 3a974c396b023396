import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../../accounts/create-account.ts";
import { startBindings } from "../../devices/binding-store.ts";
import { testDatabase } from "../../testing/engines/test-database.ts";
import {
  type TestFrameServers,
  testFrameServers,
  testServerDatabase,
} from "../../testing/engines/test-frame-servers.ts";
import { newDeviceId, testDevice } from "../../testing/terminals/test-device.ts";
import type { OpenServers } from "./open-servers.ts";
import { showServerBytes } from "./server-registry.ts";

let world: TestFrameServers;
let tenantId: string;

beforeAll(async () => {
  world = await testFrameServers();
  const account = { tenant: "own", tenantKind: "owner", name: "own", password: "Right-2026", role: "manager" } as const;
  ({ tenantId } = await createAccount(world.database.db, account));
});
afterAll(() => world.drop());

/** The sentence of the refusal. */
async function refusal(list: Parameters<TestFrameServers["open"]>[0]): Promise<string> {
  const opened = await world.open(list).catch((error: Error) => error);
  if (opened instanceof Error) return opened.message;
  await opened.close();
  return "";
}

async function on(work: (servers: OpenServers) => Promise<void>): Promise<void> {
  const opened = await world.open();
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
}

const serverOf = async (bindingNumber: number) => {
  const found = await sql<{ number: number | null }>`select s.number from bindings b
    left join frame_servers s on s.id = b.frame_server where b.number = ${bindingNumber}`.execute(world.database.db);
  return found.rows[0]?.number;
};

describe("frame servers [OPS-02]", () => {
  it("take new devices in turn, and where there are fewest bytes", async () => {
    const before = await testDevice(world.database.db, tenantId);
    expect(await serverOf(before.bindingNumber)).toBe(null);
    await on(async ({ servers, places }) => {
      expect(servers.map(({ number }) => number)).toEqual([1, 2]);
      // A device from before there were several lives on the first.
      expect((await places.of(before.bindingNumber)).number).toBe(1);
      const devices = [];
      for (let i = 0; i < 4; i += 1) devices.push(await testDevice(world.database.db, tenantId));
      const numbers = await Promise.all(devices.map((one) => serverOf(one.bindingNumber)));
      expect(numbers.toSorted()).toEqual([1, 1, 2, 2]);
      const full = devices.find((_, i) => numbers[i] === 2);
      await world.second.pool.query(
        "insert into day_counters (binding, day, tenant_id, frames, bytes) values ($1, 20000, $2, 1, 1000)",
        [full?.bindingNumber, tenantId],
      );
      await showServerBytes(world.database.db, servers);
      for (let i = 0; i < 3; i += 1) {
        const device = await testDevice(world.database.db, tenantId);
        expect(await serverOf(device.bindingNumber)).toBe(1);
      }
      await world.second.pool.query("delete from day_counters");
    });
  });

  it("take the devices of one import as they take single ones: spread over all of them [DEV-02]", async () => {
    await on(async ({ servers }) => {
      await showServerBytes(world.database.db, servers);
      const ids = Array.from({ length: 6 }, newDeviceId);
      const numbers = await startBindings(world.database.db, tenantId, ids);
      expect([...numbers.keys()].toSorted()).toEqual(ids.toSorted());
      const places = await Promise.all([...numbers.values()].map(serverOf));
      expect(places.toSorted()).toEqual([1, 1, 1, 2, 2, 2]);
    });
  });

  it("are refused when one is listed twice, by its id", async () => {
    expect(await refusal([world.first, world.second, world.first])).toMatch(
      /^FRAMES_DATABASE_URL names one frame server twice: .* are the same\. Take one out\.$/,
    );
  });

  it("are refused when one with devices is missing, which are named", async () => {
    const device = await testDevice(world.database.db, tenantId);
    await sql`update bindings set frame_server = (select id from frame_servers where number = 2)
      where number = ${device.bindingNumber}`.execute(world.database.db);
    const sentence = await refusal([world.first]);
    expect(sentence).toMatch(/^FRAMES_DATABASE_URL lacks frame server 2 \(.*\), where \d+ devices live \(/);
    expect(sentence).toContain("put it back, or move them first with canopy frames move.");
    await sql`update bindings set frame_server = (select id from frame_servers where number = 1)`.execute(
      world.database.db,
    );
    expect(await refusal([world.first])).toBe("");
    expect(await refusal([world.second])).toContain("lacks frame server 1");
  });

  it("are refused with stores of different versions", async () => {
    await world.second.pool.query("update frame_server set store_version = 0");
    expect(await refusal(undefined)).toMatch(/^The frame servers have stores of different versions \(.*: 1, .*: 0\)/);
    await world.second.pool.query("update frame_server set store_version = 1");
  });

  it("are refused when one belongs to another installation", async () => {
    const [other, strange] = [await testDatabase(), await testServerDatabase()];
    await strange.pool.query("update frame_server set installation = gen_random_uuid()");
    expect(await refusal([world.first, world.second, strange])).toMatch(
      /^The frame server at .* belongs to another installation: /,
    );
    await other.drop();
    await strange.drop();
  });
});
