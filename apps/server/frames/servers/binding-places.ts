import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FrameServer, Places } from "./frame-server.ts";
import { type FrameMove, readMoves, serversOfBindings } from "./place-store.ts";

const LOOK_MS = 500;
/** Older news of moves are no news. */
const FRESH_MS = 1500;
/** How long each step of a move is to be seen before the next: every process has looked by then. */
export const LEASE_MS = 3000;
const WAIT_MS = 100;

interface PlacesParts {
  readonly db: Db;
  readonly servers: readonly FrameServer[];
  readonly log: Log;
}

/**
 * Where bindings live, from memory: a place changes by a move alone, and the few moves under way are looked at twice a
 * second. A binding that is looked up while moves change is looked up again.
 */
export class BindingPlaces implements Places {
  readonly #parts: PlacesParts;
  readonly #byId: ReadonlyMap<string, FrameServer>;
  readonly #places = new Map<number, FrameServer>();
  /** Also of bindings that have to be looked up again. */
  readonly #last = new Map<number, FrameServer>();
  readonly #stopping = new AbortController();
  #moves: ReadonlyMap<number, FrameMove> = new Map();
  #changes = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: PlacesParts) {
    this.#parts = parts;
    this.#byId = new Map(parts.servers.map((server) => [server.id, server]));
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  known(bindingNumber: number): FrameServer | undefined {
    return this.#last.get(bindingNumber);
  }

  readonly of = async (bindingNumber: number): Promise<FrameServer> => {
    for (;;) {
      const known = this.#places.get(bindingNumber);
      if (known) return known;
      const changes = this.#changes;
      const found = await serversOfBindings(this.#parts.db, [bindingNumber]);
      if (changes !== this.#changes) continue;
      const place = this.#serverOf(found.get(bindingNumber) ?? null);
      this.#places.set(bindingNumber, place);
      this.#last.set(bindingNumber, place);
      return place;
    }
  };

  readonly calm = async (bindingNumber: number): Promise<FrameServer> => {
    while (this.#moves.get(bindingNumber)?.step === "closed") await this.#wait();
    return this.of(bindingNumber);
  };

  readonly still = async (bindingNumber: number): Promise<FrameServer> => {
    for (;;) {
      if (performance.now() - this.#lookedMs > FRESH_MS) await this.#look();
      if (this.#moves.get(bindingNumber)?.step !== "closed") return this.of(bindingNumber);
      await this.#wait();
    }
  };

  async hasLeft(bindingNumber: number, server: FrameServer): Promise<boolean> {
    // A look that is under way may be older than the question.
    await this.#looking?.catch(() => undefined);
    await this.#look();
    return this.#moves.get(bindingNumber)?.step === "closed" || (await this.of(bindingNumber)) !== server;
  }

  #serverOf(id: string | null): FrameServer {
    const server = id === null ? this.#parts.servers.find(({ number }) => number === 1) : this.#byId.get(id);
    if (server === undefined)
      throw new Error(`a device lives on frame server ${id ?? 1}, which this process does not know: start it again`);
    return server;
  }

  #look(): Promise<void> {
    this.#looking ??= this.#readMoves().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #readMoves(): Promise<void> {
    const beganMs = performance.now();
    const moves = new Map((await readMoves(this.#parts.db)).map((move) => [move.binding, move]));
    for (const binding of new Set([...this.#moves.keys(), ...moves.keys()])) {
      if (moves.get(binding)?.step === this.#moves.get(binding)?.step) continue;
      this.#places.delete(binding);
      this.#changes += 1;
    }
    if (beganMs - this.#lookedMs > LEASE_MS) {
      // A whole move may have passed unseen.
      this.#places.clear();
      this.#changes += 1;
    }
    this.#moves = moves;
    this.#lookedMs = beganMs;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#look().catch((error: unknown) =>
        this.#parts.log.warn({ err: error }, "moves of devices between frame servers could not be looked for"),
      );
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #wait(): Promise<void> {
    await sleep(WAIT_MS, undefined, { signal: this.#stopping.signal, ref: false });
  }
}
