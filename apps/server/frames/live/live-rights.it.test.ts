import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { resolveCallers } from "../../accounts/resolve-caller.ts";
import { hashToken, newToken } from "../../accounts/secrets.ts";
import { deleteSessionOf, insertSession } from "../../accounts/session-store.ts";
import { createLog } from "../../platform/log.ts";
import type { Tables } from "../../platform/postgres/schema.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { type Judgement, LiveRights } from "./live-rights.ts";
import { readableByAll, readableWatched } from "./live-rights-store.ts";

let world: TestApp;
let rights: LiveRights;
let queries = 0;
let manager: TestUser;
let devices: TestDevice[];

beforeAll(async () => {
  world = await testApp();
  const counted = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: world.database.pool }),
    log: () => void queries++,
  });
  rights = new LiveRights({
    resolveCallers: (tokens) => resolveCallers(counted, tokens),
    readableWatched: (watched) => readableWatched(counted, watched),
    readableByAll: (callers) => readableByAll(counted, callers),
    log: createLog("silent"),
  });
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  devices = await Promise.all([0, 1, 2].map(() => testDevice(world.database.db, manager.tenantId)));
});
afterAll(() => world?.close());

/** A viewer of these devices and of statuses, with a session of its own. */
async function viewer(user: TestUser, role: "manager" | "sub", thingsIds: readonly string[]) {
  const token = newToken();
  const sessionId = await insertSession(world.database.db, {
    tenantId: user.tenantId,
    userId: user.userId,
    tokenHash: hashToken(token),
    ujwtHash: hashToken(randomUUID()),
    role,
    tenantLevel: "none",
    remember: true,
    address: "",
    agent: "",
  });
  const seen: { judgement: Judgement | null | undefined } = { judgement: undefined };
  const stop = rights.watch({
    check: () => ({
      asked: { token, thingsIds, watchesStatus: true },
      judge: (judgement) => {
        seen.judgement = judgement;
      },
    }),
  });
  return { sessionId, stop, of: () => seen.judgement };
}

describe("the rights of live sessions", () => {
  it("of 1,000 viewers cost three statements a check, and each has his own [USR-03]", async () => {
    const [all, first] = [devices.map(({ thingsId }) => thingsId), devices[0]?.thingsId ?? ""];
    const subs = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        world.user({ tenant: "own", name: `sub_${randomUUID().slice(0, 8)}_${n}`, role: "sub", level: "none" }),
      ),
    );
    for (const sub of subs) await grantLevel(world.database.db, sub, first, "read");
    const viewers = [await viewer(manager, "manager", all)];
    for (let n = 0; n < 999; n++) viewers.push(await viewer(subs[n % 20] ?? manager, "sub", all));
    // A check that was already under way does not know the newest ones yet.
    await expect
      .poll(
        async () => {
          queries = 0;
          await rights.checkAll();
          return viewers.at(-1)?.of()?.bindings.size;
        },
        { timeout: 20_000 * PATIENCE },
      )
      .toBe(1);
    expect(queries).toBeLessThanOrEqual(3);
    expect([...(viewers[0]?.of()?.bindings.keys() ?? [])].sort()).toEqual([...all].sort());
    expect(viewers[0]?.of()?.readable).toBeUndefined();
    for (const { of } of viewers.slice(1)) {
      expect([...(of()?.bindings ?? [])]).toEqual([[first, devices[0]?.bindingNumber]]);
      expect([...(of()?.readable ?? [])]).toEqual([first]);
    }
    const [, ended, other] = viewers;
    await deleteSessionOf(world.database.db, manager.tenantId, subs[0]?.userId ?? "", ended?.sessionId ?? "");
    await expect
      .poll(
        async () => {
          await rights.checkAll();
          return ended?.of();
        },
        { timeout: 20_000 * PATIENCE },
      )
      .toBeNull();
    expect(other?.of()?.bindings.size).toBe(1);
    for (const { stop } of viewers) stop();
  });
});
