/** CAP-01: bounds that the terminals of a tenant share; null: no limit. */
export interface LinkLimits {
  readonly connections: number | null;
  readonly messagesPerSecond: number | null;
}

/** Limits older than this are read again. */
const FRESH_MS = 5_000;
/** What may come at once. */
const BURST_MS = 1_000;
export const NO_LIMITS: LinkLimits = { connections: null, messagesPerSecond: null };

interface Links {
  limits: LinkLimits;
  readMs: number;
  /** Undefined before the first reading. */
  reading: Promise<void> | undefined;
  connected: number;
  /** When the next message has its turn. */
  nextMs: number;
}

/** Connections and messages of each tenant, as this gateway sees them. */
export class TenantLinks {
  readonly #read: (tenantId: string) => Promise<LinkLimits>;
  readonly #now: () => number;
  readonly #links = new Map<string, Links>();

  constructor(read: (tenantId: string) => Promise<LinkLimits>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** Before a terminal is accepted. Limits that cannot be read are those of before, or none. */
  learn(tenantId: string): Promise<void> {
    const links = this.#of(tenantId);
    if (links.reading && this.#now() - links.readMs < FRESH_MS) return links.reading;
    links.readMs = this.#now();
    links.reading = this.#read(tenantId).then(
      (limits) => {
        links.limits = limits;
      },
      () => undefined,
    );
    return links.reading;
  }

  mayConnect(tenantId: string): boolean {
    const { limits, connected } = this.#of(tenantId);
    if (limits.messagesPerSecond === 0) return false;
    return limits.connections === null || connected < limits.connections;
  }

  connected(tenantId: string): void {
    this.#of(tenantId).connected += 1;
  }

  disconnected(tenantId: string): void {
    this.#of(tenantId).connected -= 1;
  }

  /** Takes the turn of one message; how long it waits for it. */
  takeTurn(tenantId: string): number {
    const links = this.#of(tenantId);
    const now = this.#now();
    if (now - links.readMs >= FRESH_MS) void this.learn(tenantId);
    const { messagesPerSecond } = links.limits;
    if (!messagesPerSecond) return 0;
    links.nextMs = Math.max(links.nextMs, now - BURST_MS) + 1000 / messagesPerSecond;
    return Math.max(0, Math.ceil(links.nextMs - now));
  }

  #of(tenantId: string): Links {
    const known = this.#links.get(tenantId);
    if (known) return known;
    const links = { limits: NO_LIMITS, readMs: 0, reading: undefined, connected: 0, nextMs: 0 };
    this.#links.set(tenantId, links);
    return links;
  }
}
