/** Late and present ones may come in turns, from two logs of a terminal: late ones are over when none came for so long. */
const QUIET_MS = 60_000;

/** Whether frames or positions of a device come late, and since when none does. */
export class Backlog {
  #isOpen: boolean;
  /** Undefined: not since the states were read. */
  #lastMs: number | undefined;

  /** `isOpen`: late states were stored. */
  constructor(isOpen: boolean) {
    this.#isOpen = isOpen;
  }

  /** A late one came. True: it is the first. */
  begins(receivedAtMs: number): boolean {
    const isFirst = !this.#isOpen;
    this.#isOpen = true;
    this.#lastMs = receivedAtMs;
    return isFirst;
  }

  /** A present one came. True: what came late is over. */
  ends(receivedAtMs: number): boolean {
    if (!this.#isOpen) return false;
    this.#lastMs ??= receivedAtMs;
    if (receivedAtMs - this.#lastMs < QUIET_MS) return false;
    this.#isOpen = false;
    return true;
  }
}
