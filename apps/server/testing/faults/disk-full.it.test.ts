import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freeBytes } from "../../platform/engines/data-folder.ts";
import { testDevice } from "../test-device.ts";
import { FaultProgram, TIMEOUT_MS } from "./fault-program.ts";
import { FaultTerminal } from "./fault-terminal.ts";
import { randomFrom } from "./random.ts";
import { compareAll } from "./soak.ts";
import { newTraffic } from "./traffic.ts";

/** Room for the databases beside the gigabyte that landing leaves free. */
const DISK_MB = 1_500;
/** Well below that gigabyte, and enough for PostgreSQL to go on. */
const LEFT_BYTES = 600 * 1024 ** 2;
const BALLAST = "ballast";
/** Time without an acknowledgement, with batches waiting, that counts as a stop. */
const SILENT_MS = 4_000;

/** A small disk of our own, or why there is none. */
function mountDisk(): { folder: string } | { reason: string } {
  const folder = mkdtempSync(join(tmpdir(), "canopy-disk-"));
  try {
    const options = `size=${DISK_MB}m,mode=755`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "pipe" });
    return { folder };
  } catch (error) {
    rmdirSync(folder);
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

function unmountDisk(folder: string): void {
  // Lazily: an engine may still be on its way out.
  execFileSync("umount", ["-l", folder]);
  rmdirSync(folder);
}

/** Fills the disk except for `leftBytes`. */
function fill(folder: string, leftBytes: number): void {
  const handle = openSync(join(folder, BALLAST), "w");
  const chunk = Buffer.alloc(1024 ** 2);
  try {
    while (freeBytes(folder) > leftBytes) writeSync(handle, chunk);
  } finally {
    closeSync(handle);
  }
}

const disk = mountDisk();
if ("reason" in disk) console.warn(`skipped: a disk cannot be filled here, ${disk.reason}`);
const root = "folder" in disk ? disk.folder : "";

describe.skipIf("reason" in disk)("a full disk", { timeout: TIMEOUT_MS }, () => {
  let program: FaultProgram;

  beforeAll(async () => {
    const folder = join(root, "data");
    mkdirSync(folder);
    program = await FaultProgram.start({}, folder);
  }, TIMEOUT_MS);
  afterAll(async () => {
    rmSync(join(root, BALLAST), { force: true });
    await program?.stop();
    unmountDisk(root);
  }, TIMEOUT_MS);

  it("holds acknowledgements back while reads go on, and resumes by itself [DAT-08]", async () => {
    const tenantId = await program.newTenant("full");
    const database = await program.openDatabase();
    const device = await testDevice(database.db, tenantId);
    await database.close();
    const random = randomFrom(1);
    const traffic = newTraffic(random, "day");
    const terminal = new FaultTerminal({ device, traffic, version: 4, port: program.mqttPort, random, everyMs: 30 });
    while (terminal.acknowledged < 3) await sleep(50);

    fill(root, LEFT_BYTES);
    await untilSilent(terminal);
    expect(terminal.waiting).toBeGreaterThan(0);
    expect(await program.isAnswering()).toBe(true);
    const { store, close } = await program.openFrames();
    expect((await store.frames.extent(device.bindingNumber)).frames).toBeGreaterThan(0);
    await close();

    rmSync(join(root, BALLAST));
    const before = terminal.acknowledged;
    while (terminal.acknowledged <= before) await sleep(50);
    await terminal.drain(TIMEOUT_MS);
    expect((await compareAll(program, [terminal])).faults).toEqual([]);
    await terminal.end();
  });
});

async function untilSilent(terminal: FaultTerminal): Promise<void> {
  for (let last = -1; last !== terminal.acknowledged; ) {
    last = terminal.acknowledged;
    await sleep(SILENT_MS);
  }
}
