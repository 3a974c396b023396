import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { insertBookmark } from "../devices/bookmarks/bookmark-store.ts";
import type { FrameStore } from "../frames/store/frame-store.ts";
import type { Log } from "../platform/log.ts";
import type { DemoFleet } from "./demo-fleet.ts";
import { DEMO_VEHICLES, type GivenDevice } from "./demo-vehicles.ts";
import { giveOnce, markGiven, wasGiven } from "./gift-store.ts";
import { keepPast, type PastStores } from "./keep-past.ts";
import { pastRecords } from "./past-records.ts";

interface PastParts extends PastStores {
  readonly frames: Pick<FrameStore, "extent">;
  readonly dataFolder: string;
  readonly log: Log;
  /** Kilometres of that hour, before the clock's turn comes. */
  countDistances(signal: AbortSignal): Promise<void>;
  /** People sign in first. */
  readonly waitMs?: number;
}

/** As `demo_gifts` has it. */
const GIFT = "history";
const WAIT_MS = 5000;
/** An hour of that long ago is nothing to look at any more. */
const TOO_LATE_MS = 24 * 3_600_000;
const SIMULATOR = join(import.meta.dirname, "../../simulator/past.ts");
const FILE = "past.json";

/**
 * The hour before the first start, as the terminals would have recorded it, made once and beside everything else. A
 * start that ended in the middle leaves whole vehicles, and the next start makes the others; what is deleted stays so.
 */
export function startDemoPast(parts: PastParts, fleet: DemoFleet): { stop(): Promise<void>; done: Promise<void> } {
  const ending = new AbortController();
  const done = makePast(parts, fleet, ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) parts.log.warn({ err: error }, "the demo's history is made at the next start");
  });
  return {
    done,
    async stop() {
      ending.abort();
      await done;
    },
  };
}

async function makePast(parts: PastParts, fleet: DemoFleet, signal: AbortSignal): Promise<void> {
  const { db, log, waitMs = WAIT_MS } = parts;
  const { tenantId } = fleet.owner;
  if (await wasGiven(db, tenantId, GIFT)) return;
  if (Date.now() - fleet.beganMs > TOO_LATE_MS) return markGiven(db, tenantId, GIFT);
  await sleep(waitMs, undefined, { signal });
  const began = performance.now();
  const missing = await withoutPast(parts, fleet);
  if (missing.length > 0 && !(await record(parts, fleet, missing, signal))) return;
  await parts.countDistances(signal);
  await giveOnce(db, tenantId, GIFT, async (transaction) => {
    for (const { vehicle, unpoweredS } of DEMO_VEHICLES) {
      const device = fleet.devices.find((one) => one.vehicle === vehicle);
      if (!device || unpoweredS[1] === 0) continue;
      const [from_time, to_time] = unpoweredS.map((second) => fleet.beganMs + (second - fleet.drivenS) * 1000);
      const place = { caller: fleet.owner, thingsId: device.thingsId };
      const text = "终端断电 · The terminal had no power";
      await insertBookmark(transaction, place, { from_time: from_time ?? 0, to_time: to_time ?? 0, text });
    }
  });
  log.info({ seconds: Math.round((performance.now() - began) / 1000) }, "the demo has an hour of history");
}

/** Devices that have no frames from before the first start. */
async function withoutPast({ frames }: PastParts, { devices, beganMs }: DemoFleet): Promise<GivenDevice[]> {
  const missing: GivenDevice[] = [];
  for (const device of devices) {
    const { times } = await frames.extent(device.bindingNumber);
    if (times === undefined || times.firstUs >= beganMs * 1000) missing.push(device);
  }
  return missing;
}

/** False: it has to be tried again. */
async function record(
  parts: PastParts,
  { owner, beganMs, drivenS }: DemoFleet,
  devices: readonly GivenDevice[],
  signal: AbortSignal,
): Promise<boolean> {
  const file = join(parts.dataFolder, FILE);
  const wanted = devices.flatMap(({ vehicle, deviceId }) => {
    const found = DEMO_VEHICLES.find((one) => one.vehicle === vehicle);
    return found ? [{ id: deviceId, key: "", vehicle, seed: found.seed, unpoweredS: found.unpoweredS }] : [];
  });
  writeFileSync(file, JSON.stringify({ startUs: beganMs * 1000, drivenS, devices: wanted }), { mode: 0o600 });
  const child = spawn(process.execPath, [SIMULATOR, file], { stdio: ["ignore", "pipe", "pipe"], signal });
  child.on("error", () => undefined);
  child.stderr.on("data", (chunk) => parts.log.info({ simulator: String(chunk).trim() }, "demo history"));
  const gone = once(child, "close").catch(() => undefined);
  try {
    const records = pastRecords(child.stdout);
    for (const device of devices)
      if (!(await keepPast(parts, { tenantId: owner.tenantId, device }, records))) return false;
    return true;
  } finally {
    child.kill();
    // What nobody reads any more would keep it open.
    child.stdout.destroy();
    await gone;
    rmSync(file, { force: true });
  }
}
