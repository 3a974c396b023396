import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import {
  type DrivenDevice,
  RECALL_SOON,
  type RecallWorld,
  recallWorld,
} from "../../testing/terminals/test-recall-world.ts";
import { getFile } from "../file-store.ts";

const TIMEOUT_MS = 180_000 * PATIENCE;
const NAME = "CAN2_0001.rec";
/** So slow that it can be cut and cancelled. */
const SLOW = 500 * 1024;

describe("a recall from a candtu terminal", { timeout: TIMEOUT_MS }, () => {
  let world: RecallWorld;
  let driven: DrivenDevice;

  beforeAll(async () => {
    world = await recallWorld();
    // Nothing says that it gives up: it is asked again, and is busy until it has seen the cut itself.
    Object.assign(world, { limits: { busyMs: 60_000, stallMs: 4000, answerMs: 15_000 } });
    world.startRunner();
    driven = await world.drive({ minutes: 2, candtu: true, uploadBytesPerS: SLOW });
  }, TIMEOUT_MS);
  afterAll(() => world?.close());

  const getting = async (id: string) => {
    await expect.poll(async () => (await world.recallOf(driven.device, id)).received, RECALL_SOON).toBeGreaterThan(0);
  };

  it("lists each kind of the card [FIL-02]", async () => {
    const files = await world.read(driven.device);
    const kinds = new Set(files.map(({ content, channel }) => `${content} ${channel}`));
    for (const kind of ["can 0", "can 1", "digital null", "gps null"]) expect(kinds).toContain(kind);
    const ready = files.filter(({ is_writing }) => !is_writing);
    for (const { name, size } of ready) expect(driven.terminal.card.read(name)?.length, name).toBe(size);
  });

  it("gets a file whole from where it was cut, and brings it into history [FIL-02]", async () => {
    const bytes = driven.terminal.card.read(NAME) ?? new Uint8Array();
    world.wire.left = Math.floor(bytes.length / 2);
    const [recall] = await world.recall(driven.device, [NAME], true);
    const done = await world.ends(driven.device, recall?.recall_id ?? "", "done");
    expect(done.resumed_at).toBeGreaterThan(0);
    const file = await getFile(world.database.db, world.manager.tenantId, done.file_id ?? "");
    expect(file?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    const inHistory = async () => (await world.read(driven.device)).find(({ name }) => name === NAME)?.in_history;
    await expect.poll(inHistory, RECALL_SOON).toBe(true);
    const { bindingNumber } = driven.device;
    const lines = Buffer.from(bytes).filter((byte) => byte === 0x0a).length;
    expect(await world.store.frames.count({ bindingNumber, fromUs: 0, toUs: 2 ** 52, filter: {} })).toBe(lines);
  });

  it("is cancelled while it comes, and the terminal sends the next one [FIL-02]", async () => {
    const [first, second] = await world.recall(driven.device, ["CAN1_0001.rec", "DI_0001.rec"]);
    const id = first?.recall_id ?? "";
    await getting(id);
    const url = `/api/things/${driven.device.thingsId}/recalls/${id}/cancel`;
    expect((await world.call(world.manager, { method: "PUT", url })).json().data.state).toBe("cancelled");
    await world.ends(driven.device, second?.recall_id ?? "", "done");
    expect(driven.terminal.upload).toBe(null);
  });
});
