interface WriterOptions<Row> {
  readonly everyMs: number;
  /** What is new since it was last asked. */
  take(): readonly Row[];
  write(rows: readonly Row[]): Promise<void>;
  /** Rows that could not be written are given up. */
  failed(error: unknown): void;
}

/** Writes what is new every so often; one write after the other, so that two of the same row do not wait for each other. */
export class PeriodicWriter<Row> {
  readonly #options: WriterOptions<Row>;
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: WriterOptions<Row>) {
    this.#options = options;
    this.#timer = setInterval(() => void this.write(), options.everyMs);
    this.#timer.unref();
  }

  /** Until everything that was taken so far is written. */
  write(): Promise<void> {
    const { take, write, failed } = this.#options;
    const rows = take();
    if (rows.length > 0) this.#writing = this.#writing.then(() => write(rows)).catch(failed);
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
