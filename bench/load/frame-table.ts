// The frame store alone, with our table, for figures of what is in it.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { insertFrames } from "../../apps/server/frames/frame-store.ts";
import { FrameColumns } from "../../apps/server/frames/frame-store-columns.ts";
import { startClickHouse } from "../../apps/server/platform/clickhouse/clickhouse-engine.ts";
import { migrateClickHouse } from "../../apps/server/platform/clickhouse/migrate-clickhouse.ts";
import { openClickHouse } from "../../apps/server/platform/clickhouse/open-clickhouse.ts";
import { engineHome } from "../../apps/server/platform/engines/engine-home.ts";
import { createLog } from "../../apps/server/platform/log.ts";
import { RunningVehicle } from "../../apps/simulator/vehicles/load-vehicle.ts";
import type { VehicleKind } from "../../apps/simulator/vehicles/vehicle.ts";

export const flag = (name: string, otherwise: number): number => {
  const at = process.argv.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const text = process.argv[at]?.split("=")[1] ?? process.argv[at + 1];
  return at < 0 ? otherwise : Number(text);
};

/** The client as the store takes it. */
export type StoreClient = Parameters<typeof insertFrames>[0];

/** The engine of CLICKHOUSE_URL, or an embedded one with a folder of its own. */
export async function openFrameTable(): Promise<{ client: StoreClient; close(): Promise<void> }> {
  const log = createLog("warn");
  const url = process.env.CLICKHOUSE_URL;
  const folder = mkdtempSync(join(tmpdir(), "canopy-bench-"));
  chmodSync(folder, 0o755);
  const engine = url === undefined ? startClickHouse(engineHome(folder), log) : undefined;
  const client = openClickHouse(engine ? { embedded: engine } : { url: url ?? "" });
  await engine?.address();
  await migrateClickHouse(client, log);
  return {
    client,
    async close() {
      await client.close();
      await engine?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As many as one insert of ingest has. */
const GROUP = 20_000;
/** As many as one message of a terminal has. */
const BATCH = 300;

export interface Filled {
  readonly frames: number;
  readonly untilUs: number;
}

/** What a vehicle sends, in inserts as ingest makes them: until there are so many frames, or this time is reached. */
export async function fillFromVehicle(
  client: StoreClient,
  {
    kind,
    device,
    startUs,
    frames,
    untilUs,
  }: { kind: VehicleKind; device: number; startUs: number; frames: number; untilUs: number },
): Promise<Filled> {
  const vehicle = new RunningVehicle({ kind, seed: String(device), startUs });
  const columns = new FrameColumns(2 * GROUP);
  const day = Math.floor(startUs / 86_400_000_000);
  let [stored, sequence, atUs, group] = [0, 0, startUs, 0];
  const flush = async () => {
    if (columns.length > 0) await insertFrames(client, { columns, token: `${device}-${group++}`, instance: "bench" });
    columns.clear();
  };
  while (stored < frames && atUs < untilUs) {
    atUs += 1_000_000;
    const second = vehicle.advance(atUs);
    for (let from = 0; from < second.length; from += BATCH) {
      const batch = new FrameBatch(BATCH);
      for (let i = from; i < Math.min(from + BATCH, second.length); i += 1) batch.pushFrame(second.at(i));
      columns.append({ bindingNumber: device, epoch: 1, sequence: sequence++ }, batch, day);
    }
    stored += second.length;
    if (columns.length >= GROUP) await flush();
  }
  await flush();
  return { frames: stored, untilUs: atUs };
}

export async function numberOf(client: StoreClient, query: string): Promise<number> {
  const answer = await client.query({ query, format: "JSONCompactEachRow" });
  const [row] = await answer.json<[string | number]>();
  return Number(row?.[0]);
}
