import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

export interface FaultLine {
  readonly port: number;
  /** Ends every connection at once, whatever was on its way. */
  cut(): void;
  /** Half-open: both ends stay, nothing passes any more. Connections made later are whole. */
  freeze(): void;
  /** A black hole: nothing passes on any connection, also on later ones, until `restore`. */
  hold(): void;
  /** Each piece that is sent takes so long, one after the other, until `restore`. */
  slow(delayMs: number): void;
  /** What was held goes on its way. */
  restore(): void;
  close(): Promise<void>;
}

/** A port, or the path of a local socket. */
type Target = number | string;

interface Pair {
  readonly near: Socket;
  far: Socket;
  isFrozen: boolean;
}

/** A chooser is asked again as often: one of its ports may be closed. */
const CHOICES = 3;

/**
 * The network between two processes, whose faults are ours to make: to a fixed place, or for each connection to the
 * one that a balancer chooses.
 */
export async function openLine(target: Target | (() => Target), port = 0): Promise<FaultLine> {
  const pairs = new Set<Pair>();
  const network = new Network();
  const server = createServer((near) => {
    const pair = { near, far: dial(target), isFrozen: false };
    pairs.add(pair);
    near.on("error", () => undefined);
    near.on("close", () => {
      pairs.delete(pair);
      pair.far.destroy();
    });
    join(pair, network, typeof target === "function" ? { target, left: CHOICES - 1 } : undefined);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const { near, far } of [...pairs]) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      for (const pair of pairs) pair.isFrozen = true;
    },
    hold: () => network.hold(),
    slow: (delayMs) => network.slow(delayMs),
    restore: () => network.restore(),
    async close() {
      network.restore();
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

function dial(target: Target | (() => Target)): Socket {
  const chosen = typeof target === "function" ? target() : target;
  return typeof chosen === "number" ? connect(chosen, "127.0.0.1") : connect(chosen);
}

interface OtherChoices {
  readonly target: () => Target;
  readonly left: number;
}

/** Joins both ends; a balancer takes the next port where one is closed. */
function join(pair: Pair, network: Network, others: OtherChoices | undefined): void {
  const { near, far } = pair;
  let isConnected = false;
  far.on("error", () => undefined);
  far.once("connect", () => {
    isConnected = true;
    near.pipe(network.passage(pair)).pipe(far);
    far.pipe(network.passage(pair)).pipe(near);
  });
  far.on("close", () => {
    if (isConnected || others === undefined || others.left === 0 || near.destroyed) {
      near.destroy();
      return;
    }
    pair.far = dial(others.target);
    join(pair, network, { ...others, left: others.left - 1 });
  });
}

/** How pieces pass: at once, after a time, or when it is restored. */
class Network {
  #delayMs = 0;
  #held: PromiseWithResolvers<void> | undefined;

  hold(): void {
    this.#held ??= Promise.withResolvers<void>();
  }

  slow(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  restore(): void {
    this.#delayMs = 0;
    this.#held?.resolve();
    this.#held = undefined;
  }

  passage(pair: Pick<Pair, "isFrozen">): Transform {
    return new Transform({
      transform: (chunk, _encoding, done) => {
        if (pair.isFrozen) return;
        if (this.#held === undefined && this.#delayMs === 0) done(null, chunk);
        else void this.#wait().then(() => !pair.isFrozen && done(null, chunk));
      },
    });
  }

  async #wait(): Promise<void> {
    await this.#held?.promise;
    if (this.#delayMs > 0) await sleep(this.#delayMs);
  }
}
