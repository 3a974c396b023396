import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import type { Frame } from "@canopy/can/frame/frame";
import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../../e2e/support/patience.ts";
import { openFar } from "../../../platform/files/open-files.ts";
import type { S3Settings } from "../../../platform/files/s3-url.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../../../testing/engines/test-s3.ts";
import { type Device, LATER_MS, START_US, StoreWorld } from "../../../testing/engines/test-store-world.ts";
import { openS3Line, type S3Line } from "../../../testing/faults/s3-line.ts";
import { smallDbc } from "../../../testing/worlds/test-dbc.ts";
import { asUnavailable } from "../../as-unavailable.ts";
import { readIndex } from "../../reading/segment-index.ts";
import type { OpenFrameStore } from "../open-frame-store.ts";
import { HOUR_US, MINUTE_US } from "../time-window.ts";

const noS3 = whyNoS3();
if (noS3) console.warn(`segments in S3 are not tested: ${noS3}`);

const [message] = parseDbc(smallDbc()).dbc.messages;
if (message === undefined) throw new Error("the DBC has no message");
const ALL = { fromUs: 0, toUs: 2 ** 52 };

function framesFrom(fromUs: number, count = 2000): Frame[] {
  return Array.from({ length: count }, (_, i): Frame => {
    const data = Uint8Array.of(i, i >> 8, (i * 37) & 255, 0, 0, 0, 0, 0);
    return { timeUs: fromUs + i * 10_000, channel: 0, id: 0x100, flags: 0, size: 8, data };
  });
}

const SLOW = { timeout: 120_000 * PATIENCE };

describe.skipIf(noS3 !== undefined)("a frame store with its segments in S3 [FIL-06]", SLOW, () => {
  let server: TestS3;
  let line: S3Line;
  let world: StoreWorld;
  let settings: S3Settings;
  let store: OpenFrameStore;

  beforeAll(async () => {
    server = await testS3();
    line = await openS3Line(server.port);
    world = await StoreWorld.open();
    settings = s3SettingsOf(line.port, randomUUID());
    store = await world.openStore({ s3: settings });
  });
  afterEach(() => line.mend());
  afterAll(async () => {
    await store?.close();
    await world?.close();
    await line?.close();
    await server?.stop();
  });

  async function settled(): Promise<Device> {
    const device = world.newDevice();
    for (const part of [0, 1]) {
      await world.landFrames(store, device, framesFrom(START_US + part * HOUR_US));
      await store.settleAll();
    }
    return device;
  }

  const curveOf = ({ bindingNumber }: Device) => ({
    bindingNumber,
    channel: 0,
    message: message as NonNullable<typeof message>,
    signals: message?.signals ?? [],
    fromUs: START_US,
    toUs: START_US + 2 * HOUR_US,
    originUs: START_US,
    pixelUs: MINUTE_US,
  });

  it("lands, settles, merges, pages, draws, deletes and verifies", async () => {
    const device = await settled();
    await world.expectFrames(store, device);
    const { curves } = await store.frames.pixels(curveOf(device));
    expect(curves[0]?.length).toBeGreaterThan(0);
    await store.merge(LATER_MS);
    expect((await store.frames.pixels(curveOf(device))).curves).toEqual(curves);
    await world.expectFrames(store, device);
    expect(await world.problems(store)).toEqual([]);
    await store.sweepAll();
    await store.frames.removal.drop(device.bindingNumber);
    await store.sweepAll();
    const far = await openFar(settings);
    const left: string[] = [];
    for await (const name of far.list("")) left.push(name);
    await far.close();
    expect(left).toEqual(["frame-server"]);
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it("reads what it has read before without asking again", async () => {
    const device = await settled();
    const other = await world.openStore({ s3: settings });
    const { curves } = await other.frames.pixels(curveOf(device));
    line.requests.length = 0;
    expect((await other.frames.pixels(curveOf(device))).curves).toEqual(curves);
    expect(line.requests).toEqual([]);
    await other.close();
  });

  it("comes through faults of the server while it settles, merges and reads", async () => {
    const device = world.newDevice();
    for (const part of [0, 1, 2]) {
      await world.landFrames(store, device, framesFrom(START_US + part * HOUR_US));
      line.fail("slowDown", "PUT", 1);
      line.fail("cutReply", "GET", 1);
      await store.settleAll();
    }
    line.fail("cutRequest", "PUT", 1);
    line.fail("error", "GET", 1);
    await store.merge(LATER_MS);
    await world.expectFrames(store, device);
    expect(await world.problems(store)).toEqual([]);
  });

  it("keeps landed frames while the server is away, says so, and settles them afterwards", async () => {
    const device = world.newDevice();
    const other = await world.openStore({ s3: settings });
    const there = await settled();
    await world.landFrames(store, device, framesFrom(START_US));
    for (const method of ["GET", "PUT", "DELETE", "HEAD"]) line.fail("error", method, 1000);
    await expect(store.settleAll()).rejects.toMatchObject({ code: "FILES_UNREACHABLE" });
    await world.expectFrames(store, device);
    expect(await store.health()).toMatchObject({ frames: "ok", files: "unreachable" });
    const asked = asUnavailable(() => other.frames.pixels(curveOf(there)));
    await expect(asked).rejects.toMatchObject({ def: platformErrors.unavailable });
    line.mend();
    await store.settleAll();
    await world.expectFrames(store, device);
    expect(await store.health()).toMatchObject({ files: "ok" });
    await world.sweep(store);
    expect(await world.problems(store)).toEqual([]);
    await other.close();
  });

  it("tells a missing object as damage of its range", async () => {
    const device = await settled();
    const { segments } = await readIndex(world.database.pool, device.bindingNumber, ALL);
    const far = await openFar(settings);
    await far.remove(segments[0]?.file ?? "");
    await far.close();
    const other = await world.openStore({ s3: settings });
    const asked = asUnavailable(() => other.frames.pixels(curveOf(device)));
    await expect(asked).rejects.toMatchObject({ def: historyErrors.rangeDamaged });
    const problems = await world.problems(other);
    expect(problems).toMatchObject([{ kind: "segment", where: segments[0]?.file }]);
    await other.close();
    await store.frames.removal.drop(device.bindingNumber);
  });

  it("is refused a bucket of another installation, and one that lacks its files", async () => {
    const foreign = await StoreWorld.open();
    await foreign.database.pool.query("update frame_server set id = gen_random_uuid()");
    await expect(foreign.openStore({ s3: settings })).rejects.toThrow(
      /holds the segments of another frame server.*S3_URL/,
    );
    await settled();
    const empty = { ...settings, prefix: "elsewhere/" };
    await expect(world.openStore({ s3: empty })).rejects.toThrow(
      /S3_URL names canopy\/elsewhere.*the index names \d+ files/,
    );
    await foreign.close();
  });

  it.each([
    ["wrong keys", { keys: { id: "test:tester", secret: "wrong" } }, "S3_URL has keys that canopy"],
    ["a wrong bucket", { bucket: "none-such" }, "S3_URL names the bucket none-such"],
  ])("does not start with %s, and says which setting it is", async (_, wrong, text) => {
    await expect(world.openStore({ s3: { ...settings, ...wrong } })).rejects.toMatchObject({
      name: "StartFault",
      message: expect.stringContaining(text),
    });
    expect(readdirSync(join(dirname(world.folder), "segments-cache"))).toHaveLength(1);
  });
});
