import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClickHouseClient } from "@clickhouse/client";
import { engineHome } from "../engines/engine-home.ts";
import { createLog } from "../log.ts";
import { type EmbeddedClickHouse, startClickHouse } from "./clickhouse-engine.ts";
import type { PlaceOptions } from "./clickhouse-place.ts";
import { openClickHouse } from "./open-clickhouse.ts";
import { engineAvailability } from "./resolve-engine.ts";

/** For tests: why the real engine cannot run here, said once, or undefined. */
export function whyNoEngine(): string | undefined {
  const found = engineAvailability();
  if (found.kind !== "unavailable") return undefined;
  console.warn(`skipped: ${found.problem}`);
  return found.problem;
}

/** Emulated, an engine takes a minute to open on a busy machine and seconds for each query. */
export const ENGINE_TIMEOUT_MS = 600_000;

export interface TestEngine {
  readonly folder: string;
  readonly engine: EmbeddedClickHouse;
  readonly client: ClickHouseClient;
  rows<T>(query: string, parameters?: Record<string, unknown>): Promise<T[]>;
  end(): Promise<void>;
}

/** A temporary folder that the engine's user may enter (mkdtemp makes 0700). */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "canopy-clickhouse-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** An engine of its own for a test file. */
export async function startTestEngine(options: PlaceOptions = {}, folder = openFolder()): Promise<TestEngine> {
  const engine = startClickHouse(engineHome(folder), createLog("fatal"), options);
  const client = openClickHouse({ embedded: engine });
  await engine.whenReady();
  return {
    folder,
    engine,
    client,
    async rows<T>(query: string, query_params: Record<string, unknown> = {}) {
      const answer = await client.query({ query, query_params, format: "JSONEachRow" });
      return answer.json<T>();
    },
    async end() {
      await client.close();
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
