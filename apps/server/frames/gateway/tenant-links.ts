/** CAP-01: bounds that the terminals of a tenant share; null: no limit. */
export interface LinkLimits {
  readonly connections: number | null;
  readonly messagesPerSecond: number | null;
}

/** Connections that other processes hold. */
export interface OtherLinks {
  of(tenantId: string): number;
  /** How many are held here now. */
  tell(tenantId: string, connected: number): void;
  /** Ends the connection that another process may still hold of this terminal; settles when that is known, or soon. */
  takeOver(tenantId: string, deviceId: string): Promise<void>;
}

const NO_OTHERS: OtherLinks = { of: () => 0, tell: () => undefined, takeOver: async () => undefined };

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

/** Connections and messages of each tenant, those of other processes included. */
export class TenantLinks {
  readonly #read: (tenantId: string) => Promise<LinkLimits>;
  readonly #now: () => number;
  readonly #others: OtherLinks;
  readonly #links = new Map<string, Links>();

  constructor(read: (tenantId: string) => Promise<LinkLimits>, now: () => number, others: OtherLinks = NO_OTHERS) {
    this.#read = read;
    this.#now = now;
    this.#others = others;
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
    return limits.connections === null || connected + this.#others.of(tenantId) < limits.connections;
  }

  /** A terminal that is connected elsewhere takes its own place, not another. */
  async makeRoom(tenantId: string, deviceId: string): Promise<void> {
    if (!this.mayConnect(tenantId) && this.#others.of(tenantId) > 0) await this.#others.takeOver(tenantId, deviceId);
  }

  connected(tenantId: string): void {
    this.#count(tenantId, 1);
  }

  disconnected(tenantId: string): void {
    this.#count(tenantId, -1);
  }

  #count(tenantId: string, change: 1 | -1): void {
    const links = this.#of(tenantId);
    links.connected += change;
    // Nobody asks for the connections of a tenant without limits.
    if (links.limits.connections !== null || links.limits.messagesPerSecond !== null)
      this.#others.tell(tenantId, links.connected);
  }

  /** Takes the turn of one message; how long it waits for it. */
  takeTurn(tenantId: string): number {
    const links = this.#of(tenantId);
    const now = this.#now();
    if (now - links.readMs >= FRESH_MS) void this.learn(tenantId);
    const { messagesPerSecond } = links.limits;
    if (!messagesPerSecond) return 0;
    const held = Math.max(1, links.connected);
    // By its share of the tenant's connections.
    const perSecond = (messagesPerSecond * held) / (held + this.#others.of(tenantId));
    links.nextMs = Math.max(links.nextMs, now - BURST_MS) + 1000 / perSecond;
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
