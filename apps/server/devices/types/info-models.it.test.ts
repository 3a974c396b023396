import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleRule } from "../../alarms/rules/test-rule.ts";
import { newDeviceId, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { NIGHTLY } from "../../testing/worlds/test-output-world.ts";

let world: TestApp;
let acme: TestUser;
let merchant: TestUser;
let stranger: TestUser;
let system: TestUser;

beforeAll(async () => {
  world = await testApp();
  merchant = await world.user({ tenant: "maker", name: "maker", role: "manager" });
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
  system = await world.user({ tenant: "platform", name: "operator", role: "system" });
  await sql`update tenants set merchant_id = ${merchant.tenantId} where id = ${acme.tenantId}`.execute(
    world.database.db,
  );
});
afterAll(() => world.close());

const url = (user: TestUser, rest = "") => `/api/mapping-mgmt/tenants/${user.tenantId}/info-models${rest}`;
const create = async (user: TestUser, body: object) =>
  (await world.call(user, { method: "POST", url: url(user), payload: body })).json();
const names = async (user: TestUser, query = ""): Promise<string[]> =>
  (await world.call(user, { url: url(user, `?page_size=25&${query}`) }))
    .json()
    .list.map((row: { name: string }) => row.name);

const field = {
  name: "battery.soc",
  display_name: "电量",
  array_type: "float",
  is_display: true,
  notes: "percent",
  display_format: "hex",
  time_format: "YYYY-MM-DD",
  accuracy: 2,
};

describe("a device type", () => {
  it("has data groups with fields, and is listed and read [DEV-04]", async () => {
    const data_groups = [{ name: "battery", fields: [field] }];
    const { data } = await create(acme, { name: "BMS box", data_groups });
    expect(data).toMatchObject({ name: "BMS box", keyword: "can", own: true, things_num: 0, data_groups });
    expect((await world.call(acme, { url: url(acme, `/${data.id}`) })).json()).toEqual({ data });
    const { data_groups: _, ...row } = data;
    expect((await world.call(acme, { url: url(acme) })).json().list).toEqual([row]);
    expect((await world.call(stranger, { url: url(stranger, `/${data.id}`) })).statusCode).toBe(404);
  });

  it("is changed as a whole [DEV-04]", async () => {
    const { data } = await create(acme, { name: "before", data_groups: [{ name: "a", fields: [field] }] });
    const change = {
      method: "PUT",
      url: url(acme, `/${data.id}`),
      payload: { name: "after", keyword: "iot" },
    } as const;
    expect((await world.call(acme, change)).json().data).toEqual({
      ...data,
      name: "after",
      keyword: "iot",
      data_groups: [],
      version: 2,
    });
  });

  it("of two who change it at once is the first one's; the second is told and overwrites nothing [DEV-04]", async () => {
    const { data } = await create(acme, { name: "shared" });
    expect(data.version).toBe(1);
    const change = (name: string, version?: number) =>
      world.call(acme, { method: "PUT", url: url(acme, `/${data.id}`), payload: { name, version } });
    const answers = await Promise.all([change("first", 1), change("second", 1)]);
    const [won, lost] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(lost?.json()).toMatchObject({ code: "devices.typeStale" });
    const name = won?.json().data.name;
    expect((await world.call(acme, { url: url(acme, `/${data.id}`) })).json().data).toMatchObject({ name, version: 2 });
    expect((await change("third", 2)).json().data).toMatchObject({ name: "third", version: 3 });
    // The call of the spec names no version: the last one wins.
    expect((await change("fourth")).json().data).toMatchObject({ name: "fourth", version: 4 });
  });

  it.each([
    [{ name: "" }, "platform.inputInvalid"],
    [{ name: "x", data_groups: [{ name: "a", fields: [field, field] }] }, "devices.fieldNamesRepeat"],
    [
      {
        name: "x",
        data_groups: [
          { name: "a", fields: [] },
          { name: "a", fields: [] },
        ],
      },
      "devices.groupNamesRepeat",
    ],
    [
      { name: "x", data_groups: [{ name: "a", fields: [{ ...field, display_format: "octal" }] }] },
      "platform.inputInvalid",
    ],
  ])("is refused as %j [DEV-04]", async (body, code) => {
    expect((await create(acme, body)).code).toBe(code);
  });

  it("has a name of its own in the tenant [DEV-04]", async () => {
    const { data } = await create(acme, { name: "Twin" });
    expect(await create(acme, { name: "twin" })).toMatchObject({ code: "devices.typeNameTaken", field: "name" });
    expect((await create(stranger, { name: "twin" })).data.name).toBe("twin");
    const { data: second } = await create(acme, { name: "second" });
    const rename = { method: "PUT", url: url(acme, `/${second.id}`), payload: { name: "TWIN" } } as const;
    expect((await world.call(acme, rename)).json().code).toBe("devices.typeNameTaken");
    expect((await world.call(acme, { ...rename, url: url(acme, `/${data.id}`) })).json().data.name).toBe("TWIN");
  });

  it("in use is refused with the count, and with force its devices become untyped [DEV-04]", async () => {
    const { data } = await create(stranger, { name: "used" });
    const device = await testDevice(world.database.db, stranger.tenantId, { info_model_id: data.id });
    await testDevice(world.database.db, stranger.tenantId, { info_model_id: data.id });
    const refused = await world.call(stranger, { method: "DELETE", url: url(stranger, `/${data.id}`) });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: "devices.typeInUse", details: { count: 2 } });
    expect(refused.json().message).toContain("2");
    const forced = await world.call(stranger, { method: "DELETE", url: url(stranger, `/${data.id}?force`) });
    expect(forced.statusCode).toBe(200);
    const kept = (await world.call(stranger, { url: `/api/things/${device.thingsId}` })).json().data;
    expect(kept).toMatchObject({ info_model_id: null, info_model_name: null, third_things_id: device.deviceId });
  });

  const post = async (user: TestUser, path: string, payload: object): Promise<string> => {
    const { data } = (await world.call(user, { method: "POST", url: `/api${path}`, payload })).json();
    return data.rule_id ?? data.output_id;
  };
  const onType = (id: string) => ({ name: "on type", scope: { kind: "type" as const, id } });
  const USES = [
    ["an alarm rule", "/alarm-rules", (id: string) => sampleRule(onType(id))],
    [
      "a push rule",
      "/push-rules",
      (id: string) => ({ ...onType(id), source: { kind: "positions" }, url: "https://a.example" }),
    ],
    ["a scheduled output", "/outputs", (id: string) => ({ ...NIGHTLY, ...onType(id) })],
  ] as const;

  it.each(USES)(
    "that %s is on counts as used; with force the rule goes with it [DEV-04]",
    async (_what, path, content) => {
      const { data } = await create(stranger, { name: path });
      const used = await post(stranger, path, content(data.id));
      const remove = (query = "") =>
        world.call(stranger, { method: "DELETE", url: url(stranger, `/${data.id}${query}`) });
      const refused = await remove();
      expect(refused.json()).toMatchObject({ code: "devices.typeInUse", details: { count: 0, rules: 1 } });
      expect((await remove("?force")).statusCode).toBe(200);
      const left = await world.call(stranger, { url: `/api${path}/${used}` });
      expect(left.statusCode).toBe(path === "/outputs" ? 200 : 404);
      if (path === "/outputs") await world.call(stranger, { method: "DELETE", url: `/api${path}/${used}` });
    },
  );

  it.each(USES)(
    "that %s of another tenant is on stays, also with force [DEV-04] [USR-06]",
    async (_what, path, content) => {
      const { data } = await create(merchant, { name: `lent ${path}`, is_public: true });
      const used = await post(acme, path, content(data.id));
      const remove = () => world.call(merchant, { method: "DELETE", url: url(merchant, `/${data.id}?force`) });
      // It still holds when the type is offered no more.
      const withdrawn = { name: `lent ${path}`, is_public: false };
      await world.call(merchant, { method: "PUT", url: url(merchant, `/${data.id}`), payload: withdrawn });
      const refused = await remove();
      expect([refused.statusCode, refused.json().code]).toEqual([409, "devices.typeUsedByOthers"]);
      expect(refused.json().message).toContain("1");
      expect((await world.call(acme, { url: `/api${path}/${used}` })).statusCode).toBe(200);
      expect((await world.call(acme, { method: "DELETE", url: `/api${path}/${used}` })).statusCode).toBe(200);
      expect((await remove()).statusCode).toBe(200);
    },
  );

  it("that devices of others have stays, also with force [DEV-04] [USR-06]", async () => {
    const { data } = await create(merchant, { name: "lent", is_public: true });
    const { thingsId } = await testDevice(world.database.db, acme.tenantId, { info_model_id: data.id });
    expect((await world.call(merchant, { url: url(merchant, `/${data.id}`) })).json().data.things_num).toBe(0);
    for (const query of ["", "?force"]) {
      const refused = await world.call(merchant, { method: "DELETE", url: url(merchant, `/${data.id}${query}`) });
      expect(refused.json().code).toBe("devices.typeUsedByOthers");
    }
    expect((await world.call(acme, { url: `/api/things/${thingsId}` })).json().data.info_model_id).toBe(data.id);
  });

  it("not in use goes without force [DEV-04]", async () => {
    const { data } = await create(stranger, { name: "unused" });
    const gone = await world.call(stranger, { method: "DELETE", url: url(stranger, `/${data.id}`) });
    expect(gone.statusCode).toBe(200);
    expect((await world.call(stranger, { url: url(stranger, `/${data.id}`) })).statusCode).toBe(404);
  });
});

describe("the list of types", () => {
  beforeAll(async () => {
    await create(system, { name: "platform logger", is_public: true });
    await create(merchant, { name: "maker logger", is_public: true });
    await create(merchant, { name: "maker secret", is_public: false });
    await create(acme, { name: "weather station", keyword: "iot" });
    await create(acme, { name: "candle", keyword: "iot" });
  });

  it("has what the platform and one's merchant offer, with to_public [DEV-04]", async () => {
    const withPublic = await names(acme, "to_public=true");
    expect(withPublic).toEqual(expect.arrayContaining(["platform logger", "maker logger", "BMS box"]));
    expect(withPublic).not.toContain("maker secret");
    expect(await names(acme, "to_public=false")).not.toContain("maker logger");
    expect(await names(stranger, "to_public=true")).toContain("platform logger");
    expect(await names(stranger, "to_public=true")).not.toContain("maker logger");
  });

  it("is of CAN types unless another keyword is asked for: a mark, or part of the name [DEV-04]", async () => {
    expect(await names(acme)).toContain("BMS box");
    expect(await names(acme)).toContain("candle");
    expect(await names(acme)).not.toContain("weather station");
    expect(await names(acme, "keyword=weather")).toEqual(["weather station"]);
    expect(await names(acme, "keyword=")).toEqual(expect.arrayContaining(["BMS box", "weather station"]));
  });

  it("offers types to be used, not to be changed [DEV-04] [USR-06]", async () => {
    const offered = (await world.call(acme, { url: url(acme, "?keyword=maker") })).json().list[0];
    expect(offered).toMatchObject({ name: "maker logger", own: false });
    const change = { method: "PUT", url: url(acme, `/${offered.id}`), payload: { name: "mine" } } as const;
    expect((await world.call(acme, change)).statusCode).toBe(403);
    expect((await world.call(stranger, { ...change, url: url(stranger, `/${offered.id}`) })).statusCode).toBe(404);
    const payload = { name: "x", third_things_id: newDeviceId(), info_model_id: offered.id };
    const added = await world.call(acme, { method: "POST", url: "/api/things", payload });
    expect(added.json().data.info_model_name).toBe("maker logger");
  });

  it("leaves devices their type that is not offered any more [DEV-02] [DEV-04]", async () => {
    const { data: type } = await create(merchant, { name: "short offer", is_public: true });
    const { thingsId } = await testDevice(world.database.db, acme.tenantId, { info_model_id: type.id });
    const other = await testDevice(world.database.db, acme.tenantId);
    const withdrawn = { name: "short offer", is_public: false };
    await world.call(merchant, { method: "PUT", url: url(merchant, `/${type.id}`), payload: withdrawn });
    const put = (id: string, payload: object) => world.call(acme, { method: "PUT", url: `/api/things/${id}`, payload });
    const kept = await put(thingsId, { name: "renamed", info_model_id: type.id });
    expect(kept.json().data).toMatchObject({ name: "renamed", info_model_name: "short offer" });
    expect((await put(other.thingsId, { info_model_id: type.id })).statusCode).toBe(404);
  });
});
