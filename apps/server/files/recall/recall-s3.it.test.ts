import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { S3Files } from "../../platform/files/s3-files.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../../testing/engines/test-s3.ts";
import { type DrivenDevice, type RecallWorld, recallWorld } from "../../testing/terminals/test-recall-world.ts";
import { getFile } from "../file-store.ts";

const TIMEOUT_MS = 180_000 * PATIENCE;
const NAME = "CAN1_0001.rec";

describe.skipIf(whyNoS3() !== undefined)("a recall into a bucket", { timeout: TIMEOUT_MS }, () => {
  let server: TestS3;
  let files: S3Files;
  let world: RecallWorld;
  let driven: DrivenDevice;

  beforeAll(async () => {
    server = await testS3();
    files = new S3Files(s3SettingsOf(server.port, randomUUID()), { attempts: 2, wait: async () => undefined });
    world = await recallWorld({ files, folder: undefined });
    world.startRunner();
    driven = await world.drive({ minutes: 2 });
    await world.read(driven.device);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await world?.close();
    await server?.stop();
  });

  const objects = async () => {
    let count = 0;
    for await (const _ of files.list("")) count += 1;
    return count;
  };

  it("goes on from its byte and is whole; deleted it leaves no object [FIL-02] [FIL-06]", async () => {
    const bytes = driven.terminal.card.read(NAME) ?? new Uint8Array();
    world.wire.left = Math.floor(bytes.length / 2);
    const [recall] = await world.recall(driven.device, [NAME]);
    const done = await world.ends(driven.device, recall?.recall_id ?? "", "done");
    expect(done.resumed_at).toBeGreaterThan(0);
    const file = await getFile(world.database.db, world.manager.tenantId, done.file_id ?? "");
    expect(file?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(await objects()).toBeGreaterThan(1);
    await world.files.receiver.remove(world.manager.tenantId, [done.file_id ?? ""]);
    expect(await objects()).toBe(0);
  });
});
