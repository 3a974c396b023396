/** Carries a call out at once, and calls within the pause after it once at its end. */
export class AtMostOften {
  readonly #pauseMs: number;
  readonly #act: () => void;
  #pause: NodeJS.Timeout | undefined;
  #isAsked = false;

  constructor(pauseMs: number, act: () => void) {
    this.#pauseMs = pauseMs;
    this.#act = act;
  }

  ask(): void {
    this.#isAsked = true;
    if (this.#pause === undefined) this.#run();
  }

  stop(): void {
    clearTimeout(this.#pause);
    this.#isAsked = false;
  }

  #run(): void {
    this.#pause = undefined;
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this.#act();
    this.#pause = setTimeout(() => this.#run(), this.#pauseMs);
  }
}
