import type { WatchedBinding } from "./batch-judge.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import type { IngestPorts } from "./ingest-ports.ts";

type Ports = Pick<IngestPorts, "judge" | "refuse" | "refuseJudged">;
type UntilDone = <T>(what: string, task: () => Promise<T>) => Promise<T>;

/** CAP-05: refuses batches for the quota, each with what the rules of its binding make of it. */
export class JudgedRefusals {
  readonly #ports: Ports;
  readonly #untilDone: UntilDone;
  /** States follow one at a time. */
  readonly #last = new Map<number, Promise<void>>();

  constructor(ports: Ports, untilDone: UntilDone) {
    this.#ports = ports;
    this.#untilDone = untilDone;
  }

  refuse(batch: IncomingBatch): Promise<void> {
    const { bindingNumber } = batch;
    const before = this.#last.get(bindingNumber) ?? Promise.resolve();
    const own = before.catch(() => undefined).then(() => this.#refuse(batch));
    this.#last.set(bindingNumber, own);
    const forget = () => {
      if (this.#last.get(bindingNumber) === own) this.#last.delete(bindingNumber);
    };
    own.then(forget, forget);
    return own;
  }

  async #refuse(batch: IncomingBatch): Promise<void> {
    const { judge } = this.#ports;
    for (;;) {
      const watched = judge.find(batch.bindingNumber);
      if (watched === null) return this.#untilDone("write refusal", () => this.#ports.refuse(batch, "quota"));
      if (watched === undefined) await this.#untilDone("read rules", () => judge.load(batch.bindingNumber));
      else if (await this.#judge(batch, watched)) return;
    }
  }

  /** False: the states known here are not the newest. */
  async #judge(batch: IncomingBatch, watched: WatchedBinding): Promise<boolean> {
    const { judge } = this.#ports;
    const { bindingNumber } = batch;
    watched.judge(batch);
    const { states, changes } = watched.take();
    const isChanged = states.length + changes.length > 0;
    const write = {
      marks: [{ bindingNumber, known: watched.version, isChanged }],
      states,
      changes: changes.map((change) => ({ ...change, isRefused: true })),
    };
    try {
      const { isJudged, isStored } = await this.#untilDone("write refusal", () =>
        this.#ports.refuseJudged(batch, write),
      );
      if (!isStored) judge.forget(bindingNumber);
      else if (isChanged) watched.stored();
      if (isStored && changes.length > 0) judge.changed();
      return isJudged;
    } catch (error) {
      judge.forget(bindingNumber);
      throw error;
    }
  }
}
