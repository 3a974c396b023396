import { setTimeout as sleep } from "node:timers/promises";
import type { ClickHouseClient } from "@clickhouse/client";
import type { EmbeddedClickHouse } from "./platform/clickhouse/clickhouse-engine.ts";
import { migrateClickHouse } from "./platform/clickhouse/migrate-clickhouse.ts";
import type { Config } from "./platform/config.ts";
import { StartFault } from "./platform/engines/start-fault.ts";
import type { EngineState } from "./platform/engines/supervise.ts";
import type { Log } from "./platform/log.ts";

interface FrameStoreParts {
  config: Config;
  client: ClickHouseClient;
  /** Absent: the server of CLICKHOUSE_URL. */
  clickhouse: EmbeddedClickHouse | undefined;
  log: Log;
}

export interface FrameStoreStart {
  readonly state: EngineState;
  /** When frames can be stored. Rejects with the reason why they never will be. */
  readonly ready: Promise<void>;
  stop(): void;
}

const RETRY_MS = 2_000;

/**
 * Brings the frame store to the newest schema, beside everything else: pages are served meanwhile and terminals may
 * connect. A server that does not answer yet is asked again.
 */
export function startFrameStore({ config, client, clickhouse, log }: FrameStoreParts): FrameStoreStart {
  const stopping = new AbortController();
  let isPrepared = false;
  const ready = prepare().then(() => {
    isPrepared = true;
  });
  // Whoever waits for it hears of a failure; unheard it must not end the program.
  ready.catch(() => undefined);

  async function prepare(): Promise<void> {
    await clickhouse?.whenReady();
    // The processes of role ingest write frames, so they also make the tables; the others find them made.
    if (!config.roles.includes("ingest")) return;
    // Our own is one machine, whatever cluster is named.
    const options = clickhouse ? {} : { cluster: config.clickhouseCluster };
    for (;;) {
      try {
        return await migrateClickHouse(client, log, options);
      } catch (error) {
        if (error instanceof StartFault || stopping.signal.aborted) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ reason }, "the frame store does not answer yet");
        await sleep(RETRY_MS, undefined, { signal: stopping.signal });
      }
    }
  }

  return {
    ready,
    get state() {
      const state = clickhouse?.state ?? "ready";
      return state === "ready" && !isPrepared ? "starting" : state;
    },
    stop: () => stopping.abort(),
  };
}
