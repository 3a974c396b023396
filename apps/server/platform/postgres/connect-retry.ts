import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { systemCode } from "../engines/start-fault.ts";

/** Long enough for a killed engine to come back; a request waits for it rather than fail. */
const CONNECT_PATIENCE_MS = 10_000;
const PAUSE_MS = 100;

/** The port is closed, or (57P03) the server is starting up or in recovery. */
const NOT_YET: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE", "57P03", "57P01"]);

const isNotYet = (error: unknown) => NOT_YET.has(systemCode(error) ?? "");

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (e?: Error | boolean) => void,
) => void;

/**
 * A pool that waits for its server to come back, on connecting only: a statement is never sent twice, since the first
 * one may have taken effect.
 */
export class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectWithPatience();
    if (done === undefined) return connecting;
    connecting.then(
      (client) => done(undefined, client, (e) => client.release(e)),
      (error: Error) => done(error, undefined, () => undefined),
    );
  }

  async #connectWithPatience(): Promise<pg.PoolClient> {
    const end = performance.now() + CONNECT_PATIENCE_MS;
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!isNotYet(error) || performance.now() > end || this.ending) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }
}
