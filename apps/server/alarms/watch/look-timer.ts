/** Looks every `everyMs`, one look at a time: a tick during a look is left out. */
export class LookTimer {
  readonly #look: () => Promise<void>;
  readonly #everyMs: number;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(look: () => Promise<void>, everyMs: number, failed: (error: unknown) => void) {
    this.#look = look;
    this.#everyMs = everyMs;
    this.#failed = failed;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), this.#everyMs).unref();
  }

  /** Resolves behind the look that is going on. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #tick(): void {
    this.#running ??= this.#look()
      .catch(this.#failed)
      .finally(() => {
        this.#running = undefined;
      });
  }
}
