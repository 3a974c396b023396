import { DEFAULT_PACKAGE, type LimitName, UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedDemo } from "../../accounts/seed-demo.ts";
import { findSignInAccounts } from "../../accounts/user-store.ts";
import { packageOf, setPackage } from "../../capacity/package-store.ts";
import { newDeviceId } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

let world: TestApp;
let serial = 0;

beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());

const tenant = () => {
  const name = `tenant${++serial}`;
  return world.user({ tenant: name, name, role: "manager" });
};
const post = async (user: TestUser, url: string, payload: object) =>
  (await world.call(user, { method: "POST", url, payload })).json();
const addDevice = (user: TestUser, info_model_id: string | null = null) =>
  post(user, "/api/things", { name: "x", third_things_id: newDeviceId(), info_model_id });
const addType = (user: TestUser, keyword = "can") =>
  post(user, `/api/mapping-mgmt/tenants/${user.tenantId}/info-models`, { name: `type${++serial}`, keyword });
const addLabel = (user: TestUser) => post(user, "/api/things/labels", { name: `label${++serial}` });
const count = async (user: TestUser, url: string): Promise<number> => {
  const { list, pagination } = (await world.call(user, { url })).json();
  return pagination?.total_size ?? list.length;
};

describe("a package's limit", () => {
  const table: [LimitName, (user: TestUser) => Promise<{ code?: string }>, string, (user: TestUser) => string][] = [
    ["things_num", addDevice, "devices.deviceLimit", () => "/api/things"],
    ["can_things_num", addDevice, "devices.canDeviceLimit", () => "/api/things"],
    [
      "info_model",
      addType,
      "devices.typeLimit",
      ({ tenantId }) => `/api/mapping-mgmt/tenants/${tenantId}/info-models?to_public=false`,
    ],
    ["label_num", addLabel, "devices.labelLimit", () => "/api/things/labels"],
  ];

  it.each(table)(
    "%s holds at the limit and refuses one more, also of several at once [CAP-01] [DEV-04] [DEV-09]",
    async (...row) => {
      const [name, add, code, list] = row;
      const user = await tenant();
      await setPackage(world.database.db, user.tenantId, { ...UNLIMITED_PACKAGE, [name]: 2 });
      const answers = await Promise.all([add(user), add(user), add(user), add(user)]);
      expect(answers.filter((answer) => answer.code === undefined)).toHaveLength(2);
      expect(answers.filter((answer) => answer.code === code)).toHaveLength(2);
      expect(await count(user, list(user))).toBe(2);
    },
  );

  it("of CAN devices leaves other types alone, and holds when a device changes its type [CAP-01]", async () => {
    const user = await tenant();
    await setPackage(world.database.db, user.tenantId, { ...UNLIMITED_PACKAGE, can_things_num: 1 });
    const [can, iot] = [(await addType(user, "can")).data.id, (await addType(user, "iot")).data.id];
    const logger = (await addDevice(user, can)).data;
    const sensor = (await addDevice(user, iot)).data;
    expect((await addDevice(user, can)).code).toBe("devices.canDeviceLimit");
    const retype = async (id: string, info_model_id: string | null) =>
      (await world.call(user, { method: "PUT", url: `/api/things/${id}`, payload: { info_model_id } })).json().code;
    expect(await retype(sensor.id, can)).toBe("devices.canDeviceLimit");
    expect(await retype(logger.id, null)).toBeUndefined();
    expect(await retype(logger.id, iot)).toBeUndefined();
    expect(await retype(sensor.id, can)).toBeUndefined();
  });
});

describe("a tenant's package", () => {
  it("is that of the spec until the system manager sets another [CAP-01] [CAP-02] [DEV-04] [DEV-09]", async () => {
    const user = await tenant();
    const read = async () => (await world.call(user, { url: `/api/tenant/tenants/${user.tenantId}/package` })).json();
    expect(await read()).toEqual({ content: DEFAULT_PACKAGE });
    expect((await read()).content).toMatchObject({
      things_num: 2,
      info_model: 50,
      label_num: 100,
      can_things_num: null,
    });
    await setPackage(world.database.db, user.tenantId, { ...DEFAULT_PACKAGE, things_num: 7 });
    expect((await read()).content.things_num).toBe(7);
  });

  it("of the demo holds 50 devices, 20 GB and 7 days, also where it was seeded before [CAP-01]", async () => {
    const { db } = world.database;
    await seedDemo(db);
    const [demo] = await findSignInAccounts(db, "demo");
    const limits = { things_num: 50, database_storage_space: 20, maximum_data_retention_days: 7 };
    expect(await packageOf(db, demo?.tenantId ?? "")).toEqual({ ...UNLIMITED_PACKAGE, ...limits });
    await setPackage(db, demo?.tenantId ?? "", DEFAULT_PACKAGE);
    await seedDemo(db);
    expect(await packageOf(db, demo?.tenantId ?? "")).toMatchObject(limits);
  });
});
