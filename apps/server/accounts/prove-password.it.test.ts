import { LOCK_FAILURES } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDevice } from "../testing/terminals/test-device.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

const LOCKED = "iot-control.10024";

let world: TestApp;
let owner: TestUser;
let thingsId: string;
/** The rate of a call is counted per user: each test has one of its own. */
let users = 0;

beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world?.close());
beforeEach(async () => {
  owner = await world.user({ tenant: "acme", name: `acme${++users}`, role: "manager" });
  thingsId = (await testDevice(world.database.db, owner.tenantId)).thingsId;
});

const deletion = async (password: string) =>
  (
    await world.call(owner, {
      method: "POST",
      url: `/api/things/${thingsId}/frames/deletion-tasks`,
      payload: { start_time: 1, end_time: 2, password },
    })
  ).json();
const newPassword = async (old_password: string) =>
  (
    await world.call(owner, {
      method: "PUT",
      url: "/api/tenant/users/self/password",
      payload: { old_password, new_password: "Other-2026", confirmPassword: "Other-2026" },
    })
  ).json().code;
const failures = async () =>
  (await sql`select 1 from sign_in_failures where account = ${owner.userId}`.execute(world.database.db)).rows.length;

describe("the password that a signed-in user says again [ACC-09]", () => {
  it("bans the account after wrong ones, whatever call they were said to, and the right one too", async () => {
    for (let n = 1; n < LOCK_FAILURES - 1; n++) expect((await deletion("wrong")).code).toBe("frames.wrongPassword");
    expect(await newPassword("wrong")).toBe("accounts.passwordWrong");
    expect((await deletion("wrong")).code).toBe(LOCKED);
    expect((await deletion(TEST_PASSWORD)).code).toBe(LOCKED);
    expect(await newPassword(TEST_PASSWORD)).toBe(LOCKED);
  });

  it("is compared no oftener when many are said at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => deletion("wrong")));
    const compared = answers.filter(({ code }) => code === "frames.wrongPassword");
    expect(compared.length).toBeLessThan(LOCK_FAILURES);
    expect(await failures()).toBeLessThanOrEqual(LOCK_FAILURES);
    expect((await deletion(TEST_PASSWORD)).code).toBe(LOCKED);
  });

  it("leaves no trace where it was right", async () => {
    for (let n = 0; n <= LOCK_FAILURES; n++) expect((await deletion(TEST_PASSWORD)).id).toEqual(expect.any(String));
    expect(await failures()).toBe(0);
  });
});
