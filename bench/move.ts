// A device to another frame server while its batches land: the whole move, the longest wait of a batch, frames that are
// missing or doubled afterwards. `--frames N` (10,000,000).
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { startBinding } from "../apps/server/devices/binding-store.ts";
import { openIngest } from "../apps/server/frames/ingest/open-ingest.ts";
import { moveBinding } from "../apps/server/frames/servers/move-binding.ts";
import { type OpenServers, openServers } from "../apps/server/frames/servers/open-servers.ts";
import { routeIngest } from "../apps/server/frames/servers/route-ingest.ts";
import { engineHome } from "../apps/server/platform/engines/engine-home.ts";
import { createLog } from "../apps/server/platform/log.ts";
import { migrate } from "../apps/server/platform/postgres/migrate.ts";
import { openDatabase } from "../apps/server/platform/postgres/open-database.ts";
import { startPostgres } from "../apps/server/platform/postgres/postgres-engine.ts";
import { query, urlOfDatabase } from "../apps/server/testing/engines/test-databases.ts";
import { fillDevice, TENANT } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const LIMITS = { atMost: { moveSeconds: 30 } };
const log = createLog("error");
const BATCH_FRAMES = 100;
const BATCH_MS = 50;

export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-bench-"));
  // mkdtemp makes it 0700; as root the engine runs as somebody else.
  chmodSync(folder, 0o755);
  const postgres = await startPostgres({ databaseUrl: undefined }, engineHome(folder), log);
  const metadata = openDatabase({ url: postgres.url, log });
  try {
    await migrate(metadata.pool, log);
    const urls = ["frames_a", "frames_b"].map((name) => urlOfDatabase(postgres.url, name));
    for (const name of ["frames_a", "frames_b"]) await query(postgres.url, `create database ${name}`);
    const opened = await openServers({
      urls,
      metadataUrl: postgres.url,
      dataFolder: folder,
      s3: undefined,
      prepare: true,
      log,
    });
    try {
      const metrics = await measure(opened, await startBinding(metadata.db, TENANT, "0".repeat(20)));
      return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
    } finally {
      await opened.close();
    }
  } finally {
    await metadata.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(opened: OpenServers, binding: number): Promise<Record<string, number>> {
  const { servers, places, metadata, store } = opened;
  const from = await places.of(binding);
  const to = servers.find((server) => server !== from);
  if (to === undefined) throw new Error("there is no other server");
  const frames = flag("frames", 10_000_000);
  const filled = await fillDevice(from.store, { bindingNumber: binding, traffic: new VehicleTraffic("ev"), frames });
  const terminal = startTerminal(opened, binding);
  const began = performance.now();
  await moveBinding({ database: metadata, servers, log }, { binding, fromServer: from.id, toServer: to.id });
  const moveSeconds = (performance.now() - began) / 1000;
  const { sent, longestMs } = await terminal.stop();
  const { frames: stored } = await store.frames.extent(binding);
  return { moveSeconds, longestWaitMs: longestMs, framesMissing: filled.frames + sent - stored };
}

/** Sends a batch after the other, each as soon as the one before is stored. */
function startTerminal({ servers, places }: OpenServers, bindingNumber: number) {
  const nothing = async () => undefined;
  const takers = servers.map((server) => {
    const ingest = openIngest({ landing: server.store.landing, log, mayStore: () => true });
    const [take, connected] = [ingest.ingest.bind(ingest), ingest.connected.bind(ingest)];
    return { server, ingest: take, connected, points: { positions: nothing, points: nothing } };
  });
  const { ingest } = routeIngest(takers, places);
  let [isStopped, sequence, longestMs] = [false, 0, 0];
  const send = async () => {
    const frames = new FrameBatch();
    const nowMs = Date.now();
    for (let i = 0; i < BATCH_FRAMES; i += 1) frames.push(nowMs * 1000 + i, 0, i, 0, 8, new Uint8Array(8));
    sequence += 1;
    const identity = { bindingNumber, deviceId: "", tenantId: TENANT, epoch: 1, sequence };
    await ingest({ ...identity, frames, raw: undefined, receivedAtMs: nowMs });
    longestMs = Math.max(longestMs, Date.now() - nowMs);
  };
  const running = (async () => {
    for (; !isStopped; await sleep(BATCH_MS)) await send();
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      return { sent: sequence * BATCH_FRAMES, longestMs };
    },
  };
}
