import type { FenceShape } from "@canopy/contract/places/fence-shape";
import type { ListedFence } from "@canopy/contract/places/fences";
import { MAX_FENCES_NEAR, type NearFence } from "@canopy/contract/places/fences-near";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantLevel, type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { changeFence, insertFence } from "./fence-store.ts";
import { testCircle } from "./test-fence.ts";

const AT = Date.UTC(2026, 10, 14, 8);

let world: TestApp;
beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world?.close());

const manager = (tenant: string) => world.user({ tenant, name: tenant, role: "manager" });
async function add({ tenantId }: TestUser, name: string, shape: FenceShape): Promise<string> {
  return (await insertFence(world.database.db, { tenantId, userName: "test" }, { name, region: "", shape })) ?? "";
}

describe("devices inside a fence now", () => {
  const insideOf = async (user: TestUser, query = "&with_inside=true") => {
    const answer = await world.call(user, { url: `/api/fences?page_size=100${query}` });
    const { list }: { list: ListedFence[] } = answer.json();
    return list.map(({ name, inside }) => [name, inside?.count, inside?.devices.map((device) => device.name)]);
  };
  const at = ({ bindingNumber }: TestDevice, second: number, latitude: number, longitude = 121) => ({
    bindingNumber,
    position: { time: AT + second * 1000, latitude, longitude },
  });

  it("are those whose newest position with a fix is inside, of the tenant and readable by the caller [GPS-02] [USR-03]", async () => {
    const acme = await manager("inside");
    const other = await manager("outside");
    const device = (name: string, owner = acme) => testDevice(world.database.db, owner.tenantId, { name });
    const [one, ten, left, silent] = [
      await device("EV-2"),
      await device("EV-10"),
      await device("Left"),
      await device("Silent"),
    ];
    const foreign = await device("Foreign", other);
    await add(acme, "A yard", testCircle(500, 31));
    await add(acme, "B town", testCircle(5000, 31));
    await add(acme, "C far", testCircle(500, 45));
    await add(other, "Theirs", testCircle(500, 31));
    await world.store.points.addPositions([
      at(one, 0, 45),
      at(one, 1, 31),
      at(ten, 0, 31.02),
      at(left, 0, 31),
      at(left, 1, 20),
      at(foreign, 0, 31),
    ]);
    expect(await insideOf(acme)).toEqual([
      ["A yard", 1, ["EV-2"]],
      ["B town", 2, ["EV-2", "EV-10"]],
      ["C far", 0, []],
    ]);
    expect(await insideOf(acme, "")).toEqual(["A yard", "B town", "C far"].map((name) => [name, undefined, undefined]));
    const sub = await world.user({ tenant: "inside", name: "sub", role: "sub", level: "read" });
    for (const { thingsId } of [ten, silent]) await grantLevel(world.database.db, sub, thingsId, "read");
    expect((await insideOf(sub)).map(([, count]) => count)).toEqual([0, 1, 0]);
    expect(await insideOf(other)).toEqual([["Theirs", 1, ["Foreign"]]]);
  });
});

describe("fences near a view", () => {
  const near = async (user: TestUser, [south, north, west, east]: readonly [number, number, number, number]) => {
    const url = `/api/fences-near?south=${south}&north=${north}&west=${west}&east=${east}`;
    const { list, total }: { list: NearFence[]; total: number } = (await world.call(user, { url })).json();
    return { names: list.map(({ name }) => name), total };
  };

  it("are those that touch it, the nearest to its middle first, across the date line too, and of the own tenant [GPS-02]", async () => {
    const acme = await manager("near");
    const other = await manager("near_other");
    await add(acme, "Edge", testCircle(5000, 31.09));
    const yard = await add(acme, "Yard", testCircle());
    await add(acme, "Far", testCircle(500, 33));
    await add(acme, "Fiji", { kind: "rectangle", south: -18, west: 179, north: -17, east: -179 });
    await add(other, "Theirs", testCircle());
    expect(await near(acme, [30.95, 31.05, 120.9, 121.1])).toEqual({ names: ["Yard", "Edge"], total: 2 });
    for (const view of [
      [-18, -17, -179.5, -178],
      [-18, -17, 180.5, 182],
    ] as const)
      expect((await near(acme, view)).names).toEqual(["Fiji"]);
    const { db } = world.database;
    await changeFence(db, acme.tenantId, yard, { name: "Moved yard", region: "", shape: testCircle(500, 33.01) });
    expect((await near(acme, [30.95, 31.05, 120.9, 121.1])).names).toEqual(["Edge"]);
    expect((await near(acme, [32.9, 33.1, 120.9, 121.1])).names).toEqual(["Far", "Moved yard"]);
  });

  it("are no more than a map shows, with the number of all [GPS-02]", async () => {
    const acme = await manager("many");
    for (let i = 0; i <= MAX_FENCES_NEAR; i++) await add(acme, `F ${i}`, testCircle(50, 31 + i / 10_000));
    const { names, total } = await near(acme, [30, 32, 120, 122]);
    expect([names.length, total, names[0]]).toEqual([MAX_FENCES_NEAR, MAX_FENCES_NEAR + 1, "F 0"]);
    expect((await world.call(acme, { url: "/api/fences-near?south=1&north=91&west=0&east=1" })).statusCode).toBe(400);
  });
});
