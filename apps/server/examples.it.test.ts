import { execFile } from "node:child_process";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAccessToken } from "./accounts/access-tokens.ts";
import { isMissing } from "./testing/is-missing.ts";
import { engineBytes, type SignalWorld, signalWorld } from "./testing/worlds/test-signal-world.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const FRAMES = 2500;
const startUs = (Math.floor(Date.now() / 60_000) - 10) * 60_000_000;
const iso = (us: number) => new Date(us / 1000).toISOString().replace("Z", "+00:00");
const run = promisify(execFile);

describe.skipIf(isMissing("curl") || isMissing("python3"))("examples [OPS-07]", () => {
  let world: SignalWorld;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    world = await signalWorld();
    const batch = new FrameBatch();
    for (let i = 0; i < FRAMES; i++) batch.push(startUs + i * 10_000, 0, 256, 0, 8, engineBytes(1000 + i, 0));
    await world.send(batch);
    const { app, manager } = world;
    await app.app.listen({ host: "127.0.0.1", port: 0 });
    const { tenantId, userId } = manager;
    const asked = { tenantId, userId, name: "examples", scope: "read", devices: null, expiresDays: 1 } as const;
    const { token } = await makeAccessToken(app.database.db, asked);
    const { port } = app.app.server.address() as AddressInfo;
    env = { ...process.env, CANOPY_URL: `http://127.0.0.1:${port}`, CANOPY_TOKEN: token };
  });
  afterAll(() => world?.end());

  const shell = async (file: string, ...args: string[]) =>
    (await run("sh", [join(EXAMPLES, file), ...args], { env })).stdout;
  const python = async (file: string, ...args: string[]) =>
    (await run("python3", [join(EXAMPLES, file), ...args], { env, maxBuffer: 1e7 })).stdout.trim().split("\n");

  it("in curl list devices and frames", async () => {
    const { list } = JSON.parse(await shell("devices.sh"));
    expect(list.map(({ id }: { id: string }) => id)).toContain(world.device.thingsId);
    const frames = JSON.parse(await shell("newest-frames.sh", world.device.thingsId));
    expect(frames.list).toHaveLength(100);
    expect(frames.list.at(-1).time).toBe(String(startUs + (FRAMES - 1) * 10_000));
  });

  it("in curl say what is wrong with a token", async () => {
    const wrong = run("sh", [join(EXAMPLES, "devices.sh")], { env: { ...env, CANOPY_TOKEN: "none" } });
    await expect(wrong).rejects.toMatchObject({ code: 22, stdout: expect.stringContaining('"code"') });
  });

  it("in Python write a curve and all frames as CSV", async () => {
    const { thingsId } = world.device;
    const range = [iso(startUs), iso(startUs + 60_000_000)];
    const curve = await python("curve.py", thingsId, "0", world.dbcId, "0x100", "Speed", ...range);
    expect(curve[0]).toBe("time_us,Speed");
    expect(curve).toHaveLength(FRAMES + 1);
    expect(curve[1]?.split(",").map(Number)).toEqual([startUs, 1000 * 0.25 - 100]);
    const frames = await python("all_frames.py", thingsId, ...range);
    expect(frames).toHaveLength(FRAMES + 1);
    expect(new Set(frames).size).toBe(FRAMES + 1);
    expect(frames[1]).toBe(`${startUs},0,100,${Buffer.from(engineBytes(1000, 0)).toString("hex").toUpperCase()}`);
  });

  it("in Python say which device is not there", async () => {
    const none = "00000000-0000-4000-8000-000000000000";
    const wrong = python("all_frames.py", none, iso(startUs), iso(startUs + 1_000_000));
    await expect(wrong).rejects.toMatchObject({ stderr: expect.stringContaining("CanopyError: 404") });
  });
});
