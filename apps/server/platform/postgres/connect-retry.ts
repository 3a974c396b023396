import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { systemCode } from "../engines/start-fault.ts";
import { PreparingClient } from "./prepared.ts";

/** Long enough for a killed engine to come back; a request waits for it rather than fail. */
const CONNECT_PATIENCE_MS = 10_000;
const PAUSE_MS = 100;

/** The port is closed, or (57P03) the server is starting up or in recovery. */
const NOT_YET: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE", "57P03", "57P01"]);

/** A proxy in front of a server that is down takes a connection and ends it; `pg` has no code for that. */
const ENDED = "Connection terminated unexpectedly";

const isNotYet = (error: unknown) =>
  NOT_YET.has(systemCode(error) ?? "") || (error instanceof Error && error.message === ENDED);

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (e?: Error | boolean) => void,
) => void;

/**
 * A pool that waits for its server to come back, on connecting only: a statement is never sent twice, since the first
 * one may have taken effect. Where one connection turned out to be half-open, all of its time are replaced before their
 * next use.
 */
export class PatientPool extends pg.Pool {
  readonly #madeMs = new WeakMap<pg.PoolClient, number>();
  #suspectMs = Number.NEGATIVE_INFINITY;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on("connect", (client) => {
      this.#madeMs.set(client, performance.now());
      if (client instanceof PreparingClient)
        client.onSilence = () => {
          this.#suspectMs = performance.now();
        };
    });
  }

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
        const client = await super.connect();
        if ((this.#madeMs.get(client) ?? Number.POSITIVE_INFINITY) > this.#suspectMs) return client;
        client.release(true);
      } catch (error) {
        if (!isNotYet(error) || performance.now() > end || this.ending) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }
}
