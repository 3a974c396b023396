import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

let world: TestApp;
let manager: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
});
afterAll(() => world?.close());

const call = (method: "GET" | "POST" | "DELETE", path = "", payload?: object, user = manager) =>
  world.call(user, { method, url: `/api/uds-sequences${path}`, ...(payload && { payload }) });

describe("sequences of requests [UDS-01]", () => {
  it("are saved under a name, changed under it, and deleted; each tenant has its own", async () => {
    const steps = [{ data: "1003" }, { unlock: 1 }, { data: "3E00", functional: true }];
    const made = await call("POST", "", { name: "Unlock", steps });
    expect(made.statusCode, made.body).toBe(200);
    const { sequence_id } = made.json().data;
    expect(made.json().data).toMatchObject({ name: "Unlock", go_on: false, user_name: "manager_a" });
    const again = await call("POST", "", { name: "unlock", go_on: true, steps: [{ data: "22F190" }] });
    expect(again.json().data).toMatchObject({ sequence_id, name: "unlock", go_on: true });
    expect((await call("GET")).json().list).toHaveLength(1);
    expect((await call("GET", "", undefined, stranger)).json().list).toEqual([]);
    expect((await call("DELETE", `/${sequence_id}`, undefined, stranger)).statusCode).toBe(404);
    expect((await call("POST", "", { name: "none", steps: [] })).statusCode).toBe(400);
    expect((await call("POST", "", { name: "x", steps: [{ data: "123" }] })).statusCode).toBe(400);
    expect((await call("DELETE", `/${sequence_id}`)).statusCode).toBe(200);
    expect((await call("GET")).json().list).toEqual([]);
  });
});
