import { DEFAULT_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listUserMessages } from "../messages/user-message-store.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { packageOf } from "./package-store.ts";

describe("a capacity request", () => {
  let world: TestApp;
  let owner: TestUser;
  let operator: TestUser;

  beforeAll(async () => {
    world = await testApp();
    owner = await world.user({ tenant: "asking", name: "asking", role: "manager" });
    operator = await world.user({ tenant: "asked_platform", name: "asked", role: "system" });
  });
  afterAll(() => world?.close());

  const ownUrl = () => `/api/tenant/tenants/${owner.tenantId}/capacity-requests`;
  const ask = async (body: object, user = owner) => world.call(user, { method: "POST", url: ownUrl(), payload: body });
  const answer = (id: string, body: object) =>
    world.call(operator, { method: "PUT", url: `/api/operating/capacity-requests/${id}`, payload: body });
  const messagesOf = async (user: TestUser) => {
    const asked = { ...user, language: "en", readStatus: 3, page: 1, size: 10 } as const;
    return (await listUserMessages(world.database.db, asked)).list;
  };

  it("reaches the system manager, once for each quota [NAV-16] [CAP-01]", async () => {
    const wanted = { quota: "database_storage_space", amount: 20, reason: "road test", contact: "Li" };
    const sub = await world.user({ tenant: "asking", name: "asking_sub", role: "sub" });
    expect((await ask(wanted, sub)).statusCode).toBe(403);
    expect((await ask({ ...wanted, amount: 0 })).statusCode).toBe(400);
    expect((await ask({ ...wanted, quota: "wishes" })).statusCode).toBe(400);
    expect((await ask(wanted)).statusCode).toBe(200);
    expect((await ask(wanted)).json()).toMatchObject({ code: "capacity.requestWaiting" });
    expect((await ask({ ...wanted, quota: "things_num", amount: 9 })).statusCode).toBe(200);
    const [, newest] = await messagesOf(operator);
    expect(newest).toMatchObject({
      messageTitle: "Capacity request: asking",
      messageContent: "asking asks for Data space (GB): 20. road test",
      link: "/Container/Operating/Requests",
    });
    const { list } = (await world.call(operator, { url: "/api/operating/capacity-requests" })).json();
    expect(list).toMatchObject([
      { quota: "things_num", current: 2, amount: 9, state: "waiting", tenant_name: "asking" },
      { quota: "database_storage_space", current: 2, amount: 20, reason: "road test", contact: "Li" },
    ]);
  });

  it("that is granted fills the package, one that is refused does not, and both are answered by message [NAV-16] [CAP-01]", async () => {
    const { list } = (await world.call(owner, { url: ownUrl() })).json();
    const [things, space] = list;
    expect((await answer(space.id, { decision: "granted", amount: 10, answer: "half" })).json()).toEqual({
      state: "granted",
    });
    expect((await answer(things.id, { decision: "refused", answer: "later" })).statusCode).toBe(200);
    expect(await packageOf(world.database.db, owner.tenantId)).toEqual({
      ...DEFAULT_PACKAGE,
      database_storage_space: 10,
    });
    expect((await answer(things.id, { decision: "granted" })).json()).toMatchObject({
      code: "capacity.requestAnswered",
    });
    expect((await messagesOf(owner)).map(({ messageContent }) => messageContent).sort()).toEqual([
      "Data space (GB) is 10 now. half",
      "Devices: 9 was not granted. later",
    ]);
    const after = (await world.call(owner, { url: ownUrl() })).json().list;
    expect(after.map(({ state }: { state: string }) => state)).toEqual(["refused", "granted"]);
  });

  it("granted with others at once and while the package is changed is not lost [NAV-16] [CAP-01]", async () => {
    const quotas = ["things_num", "label_num", "alert_rule", "push_rule", "hmi", "data_analysis"] as const;
    const many = await world.user({ tenant: "asking_much", name: "asking_much", role: "manager" });
    const url = `/api/tenant/tenants/${many.tenantId}/capacity-requests`;
    const ids = await Promise.all(
      quotas.map(async (quota) => {
        const payload = { quota, amount: 77, reason: "road test", contact: "Li" };
        return (await world.call(many, { method: "POST", url, payload })).json().id;
      }),
    );
    const ofTenant = `/api/operating/tenants/${many.tenantId}/package`;
    const set = world.call(operator, { method: "PUT", url: ofTenant, payload: { content: { edge_computing: 3 } } });
    const answers = await Promise.all([set, ...ids.map((id) => answer(id, { decision: "granted" }))]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(quotas.length + 1).fill(200));
    expect(await packageOf(world.database.db, many.tenantId)).toEqual({
      ...DEFAULT_PACKAGE,
      ...Object.fromEntries(quotas.map((quota) => [quota, 77])),
      edge_computing: 3,
    });
  });
});
