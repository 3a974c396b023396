import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseTenantJob } from "../frames/retention/erase-tenant-job.ts";
import { parquetBelow } from "../testing/stored/test-lake.ts";
import { type SignalWorld, signalWorld } from "../testing/worlds/test-signal-world.ts";
import { eraseLake } from "./erase-lake.ts";
import { exportLake } from "./export-lake.ts";
import { lakeJob } from "./lake-job.ts";

describe("the lake of a tenant that is erased [OPS-06]", () => {
  let world: SignalWorld;
  let folder = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "canopy-lake-"));
    world = await signalWorld();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await world?.end();
  });

  const { signal } = new AbortController();
  const partsOf = (name: string, lake = world.store.lake) => ({
    ...{ db: world.app.database.db, lake, now: Date.now },
    target: { kind: "folder", folder: join(folder, name) } as const,
  });

  it("goes though the command line wrote it and another export is under way", async () => {
    const batch = new FrameBatch();
    for (let i = 0; i < 100; i += 1) batch.push(Date.now() * 1000 - 1e9 + i * 1000, 0, 7, 0, 1, Uint8Array.of(i));
    await world.send(batch);
    await world.settle();
    const parts = partsOf("own");
    await exportLake(parts, { target: parts.target, kinds: ["frames"] }, signal);
    expect(parquetBelow(parts.target.folder).length).toBeGreaterThan(0);
    await world.store.frames.removal.drop(world.device.bindingNumber);
    let left = 1;
    const alone: typeof parts.lake.alone = async (name, work) =>
      left-- > 0 ? undefined : parts.lake.alone(name, work);
    await eraseLake(partsOf("own", { ...parts.lake, alone }))(world.manager.tenantId, signal);
    expect(left).toBe(-1);
    expect(parquetBelow(parts.target.folder)).toEqual([]);
  });

  it("is not made where there is none, and one of another installation is left alone", async () => {
    const parts = partsOf("none");
    await eraseLake(parts)(world.manager.tenantId, signal);
    expect(existsSync(parts.target.folder)).toBe(false);
    const other = partsOf("other");
    const strange = { ...other.lake, serverId: async () => "another" };
    await exportLake({ ...other, lake: strange }, { target: other.target, kinds: [] }, signal);
    writeFileSync(join(other.target.folder, "theirs.parquet"), "x");
    await eraseLake(other)(world.manager.tenantId, signal);
    expect(parquetBelow(other.target.folder)).toEqual(["theirs.parquet"]);
  });

  it("is waited for longer than an export may take", () => {
    const { frames, points } = world.store;
    const erasing = eraseTenantJob({ db: world.app.database.db, frames, points, eraseFiles: [] });
    expect(erasing.timeoutMs).toBeGreaterThan(lakeJob(partsOf("own")).timeoutMs);
  });
});
