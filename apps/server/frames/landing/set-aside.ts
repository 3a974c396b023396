const ASIDE_MS = 3_600_000;

/** Bindings or segments that could not be worked on: left as they are for an hour, so that nothing else waits for them. */
export class SetAside {
  readonly #until = new Map<number, number>();

  add(number: number): void {
    this.#until.set(number, performance.now() + ASIDE_MS);
  }

  has(number: number): boolean {
    const until = this.#until.get(number);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#until.delete(number);
    return false;
  }
}
