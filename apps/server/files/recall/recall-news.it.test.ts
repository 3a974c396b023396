import type { OwnRecall } from "@canopy/contract/files/recalls";
import type { UserNotice } from "@canopy/contract/frames/live";
import type { UserMessage } from "@canopy/contract/messages/messages";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { watchUserNews } from "../../frames/live/live-user-news.ts";
import {
  type DrivenDevice,
  RECALL_SOON,
  type RecallWorld,
  recallWorld,
} from "../../testing/terminals/test-recall-world.ts";
import type { TestUser } from "../../testing/test-app.ts";

const TIMEOUT_MS = 180_000 * PATIENCE;
const FILES = ["CAN1_0001.rec", "CAN2_0001.rec"];

describe("the end of recalls", { timeout: TIMEOUT_MS }, () => {
  let world: RecallWorld;
  let driven: DrivenDevice;

  beforeAll(async () => {
    world = await recallWorld();
    driven = await world.drive();
    await world.read(driven.device);
    world.startRunner();
  }, TIMEOUT_MS);
  afterAll(() => world?.close());

  const ownOf = async (user: TestUser): Promise<OwnRecall[]> =>
    (await world.call(user, { url: "/api/recalls" })).json().list;
  const messages = async (): Promise<UserMessage[]> => {
    const { tenantId, userId } = world.manager;
    return (await world.call(world.manager, { url: `/api/tenant/tenants/${tenantId}/users/${userId}/message` })).json()
      .list;
  };
  const leave = () => sql`update recalls set watched_at = now() - interval '1 minute'`.execute(world.database.db);
  /** They wait until the page was left or not. */
  const recallWhile = async (names: readonly string[], meanwhile: () => Promise<unknown>) => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    world.intercept = async (request, ask) => {
      if (request.method === "files.upload") await held;
      return ask();
    };
    const recalls = await world.recall(driven.device, names);
    await meanwhile();
    go();
    for (const { recall_id } of recalls) await world.ends(driven.device, recall_id, "done");
    return recalls;
  };

  it("is seen by who waits for it, and told to the pages of its user once for all files [FIL-02]", async () => {
    const news: UserNotice[] = [];
    const stop = watchUserNews(world.bus, world.manager, (notice) => news.push(notice));
    const url = `/api/things/${driven.device.thingsId}/card-files`;
    const page = setInterval(() => void world.call(world.manager, { url }), 300);
    const [, last] = await recallWhile(FILES, async () => undefined).finally(() => clearInterval(page));
    await expect
      .poll(() => news, RECALL_SOON)
      .toEqual([{ type: "task", task_id: last?.recall_id, kind: "files.recall", state: "done", message_code: null }]);
    stop();
    expect(await messages()).toEqual([]);
  });

  it("is one message where its page was left [FIL-02]", async () => {
    await recallWhile(["CAN1_0002.rec", "CAN2_0002.rec"], leave);
    await expect.poll(async () => (await messages()).length, RECALL_SOON).toBe(1);
    const [message] = await messages();
    expect(message?.link).toBe(`/Container/HomePage/DeviceDetails?id=${driven.device.thingsId}&tab=data&sub=stored`);
    const titles = await sql<{ title: string }>`select title::text from user_messages`.execute(world.database.db);
    expect(titles.rows[0]?.title).toContain("2 files fetched, 0 failed");
  });

  it("stands in the list of tasks of its user alone, with stage, bytes and device [FIL-02]", async () => {
    const own = await ownOf(world.manager);
    expect(own.map(({ name }) => name)).toEqual(["CAN2_0002.rec", "CAN1_0002.rec", "CAN2_0001.rec", "CAN1_0001.rec"]);
    for (const recall of own)
      expect(recall).toMatchObject({ state: "done", things_id: driven.device.thingsId, received: recall.size });
    const other = await world.user({ tenant: "own", name: "other_a", role: "manager" });
    expect(await ownOf(other)).toEqual([]);
  });
});
