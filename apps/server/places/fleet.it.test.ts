import type { FleetPlace } from "@canopy/contract/places/fleet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantLevel, type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

const AT = Date.UTC(2026, 10, 14, 8);

let world: TestApp;
let acme: TestUser;
let [car, bus, silent]: TestDevice[] = [];

const ask = async (user: TestUser, query = ""): Promise<{ list: FleetPlace[]; next: string | null; now: number }> =>
  (await world.call(user, { url: `/api/fleet-places${query}` })).json();
const idsOf = ({ list }: { list: readonly FleetPlace[] }) => list.map(({ things_id }) => things_id);

describe("the newest positions of the fleet", () => {
  beforeAll(async () => {
    world = await testApp();
    acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
    [car, bus, silent] = await Promise.all(
      ["car", "bus", "silent"].map((name) => testDevice(world.database.db, acme.tenantId, { name })),
    );
    const at = (device: TestDevice | undefined, s: number, latitude: number, more = {}) => ({
      bindingNumber: device?.bindingNumber ?? 0,
      position: { time: AT + s * 1000, latitude, longitude: latitude && 121.5, ...more },
    });
    await world.store.points.addPositions([
      at(car, 0, 31),
      at(car, 1, 31.1, { speed_kmh: 54, course: 90 }),
      at(car, 2, 0),
      at(car, 3, 31.3, { hdop: 40 }),
      at(bus, 0, 40),
    ]);
  });
  afterAll(() => world?.close());

  it("are of each device the newest with a fix; a device that had none is left out [GPS-04]", async () => {
    const answer = await ask(acme);
    expect(answer.next).toBeNull();
    expect(Math.abs(answer.now - Date.now())).toBeLessThan(60_000);
    expect(idsOf(answer).sort()).toEqual([car?.thingsId, bus?.thingsId].sort());
    expect(answer.list.find(({ things_id }) => things_id === car?.thingsId)).toEqual({
      things_id: car?.thingsId,
      time: AT + 1000,
      latitude: 31.1,
      longitude: 121.5,
      speed_kmh: 54,
      course: 90,
    });
    expect(idsOf(answer)).not.toContain(silent?.thingsId);
  });

  it("come in pieces that leave out nothing [GPS-04]", async () => {
    const found: string[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const piece = await ask(acme, `?limit=1${next ? `&after=${next}` : ""}`);
      found.push(...idsOf(piece));
      next = piece.next;
    }
    expect(found.sort()).toEqual([car?.thingsId, bus?.thingsId].sort());
  });

  it("are those that the caller may read [GPS-04] [USR-03]", async () => {
    const sub = await world.user({ tenant: "acme", name: "sub_read", role: "sub", level: "none" });
    const other = await world.user({ tenant: "other", name: "other", role: "manager" });
    expect((await ask(sub)).list).toEqual([]);
    await grantLevel(world.database.db, sub, bus?.thingsId ?? "", "read");
    expect(idsOf(await ask(sub))).toEqual([bus?.thingsId]);
    expect((await ask(other)).list).toEqual([]);
  });
});
