/** More requests than a terminal has under way. */
const MOST_IDS = 256;

/** docs/device-protocol.md 2.5: on one connection the same id twice is one request. */
export class RequestGuard {
  private readonly ids = new Set<string>();

  /** Servers count their requests apart from each other: on the next connection an id may be another request's. */
  disconnected(): void {
    this.ids.clear();
  }

  isNew(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    const [oldest] = this.ids;
    if (this.ids.size > MOST_IDS && oldest !== undefined) this.ids.delete(oldest);
    return true;
  }
}

/** Nothing is done for a request whose answer nobody awaits any more. `serverMs` undefined: it is not known yet. */
export function isLate(deadline: number | undefined, serverMs: number | undefined): boolean {
  return deadline !== undefined && serverMs !== undefined && serverMs > deadline;
}
