import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import {
  type DrivenDevice,
  RECALL_SOON,
  type RecallWorld,
  recallWorld,
} from "../../testing/terminals/test-recall-world.ts";
import { getFile } from "../file-store.ts";
import type { RecallRunner } from "./recall-runner.ts";

const TIMEOUT_MS = 180_000 * PATIENCE;
const NAME = "CAN1_0001.rec";
/** So slow that a test comes in between. */
const SLOW = 400 * 1024;

describe("a recall that is cut", { timeout: TIMEOUT_MS }, () => {
  let world: RecallWorld;
  let runner: RecallRunner;
  let driven: DrivenDevice;

  beforeAll(async () => {
    world = await recallWorld();
    world.limits = { offlineMs: 30_000, stallMs: 5000 };
    runner = world.startRunner();
    driven = await world.drive({ minutes: 2, uploadBytesPerS: SLOW });
    await world.read(driven.device);
  }, TIMEOUT_MS);
  afterAll(() => world?.close());
  afterEach(async () => {
    world.intercept = undefined;
    await sql`delete from files where things_id = ${driven.device.thingsId}`.execute(world.database.db);
  });

  const sizeOf = (name: string) => driven.terminal.card.read(name)?.length ?? 0;
  const isWhole = async (fileId: string | null) => {
    const file = await getFile(world.database.db, world.manager.tenantId, fileId ?? "");
    const bytes = driven.terminal.card.read(file?.name ?? "") ?? new Uint8Array();
    expect(file?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(file).toMatchObject({ state: "stored", source: "recall" });
  };
  const isOnline = async () => {
    const url = `/api/things/${driven.device.thingsId}/card-files`;
    return (await world.call(world.manager, { url })).json().card.online;
  };
  const begun = async (names: readonly string[] = [NAME]) => {
    // A reboot ends the connection once more, when the file is through.
    await expect.poll(isOnline, RECALL_SOON).toBe(true);
    const recalls = await world.recall(driven.device, names);
    return recalls.map(({ recall_id }) => recall_id) as [string, ...string[]];
  };
  const received = async (id: string, least: number) =>
    expect.poll(async () => (await world.recallOf(driven.device, id)).received, RECALL_SOON).toBeGreaterThan(least);
  const cancel = (id: string) =>
    world.call(world.manager, {
      method: "PUT",
      url: `/api/things/${driven.device.thingsId}/recalls/${id}/cancel`,
    });
  const files = async () =>
    (await sql`select 1 from files where things_id = ${driven.device.thingsId}`.execute(world.database.db)).rows.length;

  it.each([0.02, 0.4, 0.7, 0.99])("at %f of its bytes goes on from its byte [FIL-02]", async (share) => {
    const before = world.wire.cuts;
    world.wire.left = Math.floor(sizeOf(NAME) * share);
    const [id] = await begun();
    const done = await world.ends(driven.device, id, "done");
    expect(world.wire.cuts).toBe(before + 1);
    if (share > 0.3) expect(done.resumed_at).toBeGreaterThan(0);
    await isWhole(done.file_id);
  });

  it("by the terminal's network goes on when it is back [FIL-02]", async () => {
    const [id] = await begun();
    await received(id, 0);
    world.wire.left = 1000;
    driven.link.cut(2500);
    const done = await world.ends(driven.device, id, "done");
    expect(done.resumed_at).toBeGreaterThan(0);
    await isWhole(done.file_id);
  });

  it("by a reboot of the terminal goes on [FIL-02]", async () => {
    const [id] = await begun();
    await received(id, 0);
    driven.terminal.reboot("test");
    const done = await world.ends(driven.device, id, "done");
    expect(done.resumed_at).toBeGreaterThan(0);
    await isWhole(done.file_id);
  });

  it("by a restart of the server goes on in another process [FIL-02]", async () => {
    const [id, second] = await begun([NAME, "CAN2_0001.rec"]);
    await received(id, 0);
    await runner.stop();
    world.wire.left = 0;
    // The lease of the step that died with its process.
    runner = world.startRunner();
    const done = await world.ends(driven.device, id, "done");
    await isWhole(done.file_id);
    await isWhole((await world.ends(driven.device, second ?? "", "done")).file_id);
  });

  it("tells percent, rate and time while it comes [FIL-02]", async () => {
    const [id, second] = await begun([NAME, "CAN2_0001.rec"]);
    const rate = async () => (await world.recallOf(driven.device, id)).rate ?? 0;
    await expect.poll(rate, RECALL_SOON).toBeGreaterThan(SLOW / 10);
    const now = await world.recallOf(driven.device, id);
    expect(now).toMatchObject({ state: "getting", size: sizeOf(NAME) });
    expect(now.eta_s).toBeGreaterThan(0);
    expect(await world.recallOf(driven.device, second ?? "")).toMatchObject({ state: "waiting", position: 1 });
    for (const one of [id, second ?? ""]) await world.ends(driven.device, one, "done");
  });

  it("is cancelled while it waits, and the others go on [FIL-02]", async () => {
    const [id, second] = await begun([NAME, "CAN2_0001.rec"]);
    expect((await cancel(second ?? "")).json().data.state).toBe("cancelled");
    await world.ends(driven.device, id, "done");
    expect(await files()).toBe(1);
    expect((await cancel(id)).json().code).toBe("files.recallEnded");
  });

  it("is cancelled while its command is sent, and leaves nothing [FIL-02]", async () => {
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    world.intercept = async ({ method }, go) => {
      if (method === "files.upload") {
        arrived.resolve();
        await goOn.promise;
      }
      return go();
    };
    const [id] = await begun();
    await arrived.promise;
    expect((await cancel(id)).statusCode).toBe(200);
    goOn.resolve();
    await world.ends(driven.device, id, "cancelled");
    await expect.poll(() => driven.terminal.upload, RECALL_SOON).toBeNull();
    expect(await files()).toBe(0);
  });

  it("is cancelled while it comes: terminal and server let go, and the next one comes [FIL-02]", async () => {
    const [id, second] = await begun([NAME, "CAN2_0001.rec"]);
    await received(id, 0);
    expect((await cancel(id)).statusCode).toBe(200);
    const next = await world.ends(driven.device, second ?? "", "done");
    await isWhole(next.file_id);
    expect(await files()).toBe(1);
    expect((await world.recallOf(driven.device, id)).state).toBe("cancelled");
  });
});
