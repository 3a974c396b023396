import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mountSmallDisk } from "../engines/small-disk.ts";
import { testDevice } from "../terminals/test-device.ts";
import { FaultProgram, TIMEOUT_MS } from "./fault-program.ts";
import { FaultTerminal } from "./fault-terminal.ts";
import { randomFrom } from "./random.ts";
import { compareAll } from "./soak.ts";
import { newTraffic } from "./traffic.ts";

/** Room for the databases beside the gigabyte that landing leaves free. */
const DISK_MB = 1_500;
/** Well below that gigabyte, and enough for PostgreSQL to go on. */
const LEFT_BYTES = 600 * 1024 ** 2;
/** Time without an acknowledgement, with batches waiting, that counts as a stop. */
const SILENT_MS = 4_000;

const disk = mountSmallDisk(DISK_MB);
if (disk.missing) console.warn(`skipped: a disk cannot be filled here, ${disk.missing}`);
afterAll(() => disk.unmount());

describe.skipIf(disk.missing)("a full disk", { timeout: TIMEOUT_MS }, () => {
  let program: FaultProgram;

  beforeAll(async () => {
    const folder = join(disk.folder, "data");
    mkdirSync(folder);
    program = await FaultProgram.start({}, folder);
  }, TIMEOUT_MS);
  afterAll(async () => {
    disk.clear();
    await program?.stop();
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

    disk.fill(LEFT_BYTES);
    await untilSilent(terminal);
    expect(terminal.waiting).toBeGreaterThan(0);
    expect(await program.isAnswering()).toBe(true);
    const { store, close } = await program.openFrames();
    expect((await store.frames.extent(device.bindingNumber)).frames).toBeGreaterThan(0);
    await close();

    disk.clear();
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
