import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { isOfContent } from "../../platform/postgres/content-error.ts";
import { type KnownSet, setName } from "../landing/known-set.ts";
import type { LandingWrite } from "../landing/landing-store.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import { JudgedGroup } from "./ingest-judge.ts";
import type { IngestPorts } from "./ingest-ports.ts";
import { type IngestClock, IngestRefused, pauseMs } from "./ingest-retry.ts";
import type { Landing } from "./landing-batch.ts";

/** Two groups begin at least this far apart: larger groups cost less per batch, and a terminal waits no longer. */
export const GROUP_MS = 10;
const MOST_BATCHES = 4000;
const MOST_BYTES = 8 * 1024 * 1024;
/** The rules of the batches that go again are waited for so long; without them they go through ingest once more. */
const RULES_WITHIN_MS = 1000;

export function bodyOf(batch: IncomingBatch): Uint8Array {
  if (batch.raw !== undefined) return batch.raw;
  const encoded = encodeCb1(batch.frames, batch);
  if (!encoded.ok) throw new Error(`a batch that was read cannot be written: ${encoded.problem.code}`);
  return encoded.value;
}

interface FlushOptions {
  readonly ports: Pick<IngestPorts, "land" | "moveToPages" | "pauseMs" | "judge">;
  readonly clock: IngestClock;
  readonly onTrouble: (error: unknown, attempt: number) => void;
}

interface Committed {
  readonly advanced: ReadonlySet<KnownSet>;
  readonly later: ReadonlySet<KnownSet>;
}

/** Batches of all terminals in groups, oldest first: one group is being committed while the next fills. */
export class Flusher {
  readonly #options: FlushOptions;
  #waiting: Landing[] = [];
  #isBusy = false;
  #isClosed = false;
  #nextMs = 0;
  /** That many at the head of the queue hold one that can never be stored. */
  #suspects = 0;
  #cancelTimer: (() => void) | undefined;
  #attempt = 0;

  constructor(options: FlushOptions) {
    this.#options = options;
  }

  /** Batches that wait for a group. */
  get depth(): number {
    return this.#waiting.length;
  }

  add(landing: Landing): void {
    landing.set.pending += 1;
    this.#waiting.push(landing);
    this.#schedule();
  }

  /** Batches not in a group yet are rejected; a group being committed ends by itself. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#refuse(this.#waiting.splice(0));
  }

  #refuse(landings: readonly Landing[]): void {
    for (const landing of landings) this.#end(landing, () => landing.failed(new IngestRefused("closed")));
  }

  /** In their old places, so that no batch of a device overtakes another. */
  #putBack(landings: readonly Landing[]): void {
    if (this.#isClosed) this.#refuse(landings);
    else this.#waiting = [...landings, ...this.#waiting];
  }

  #schedule(): void {
    if (this.#isBusy || this.#isClosed || this.#waiting.length === 0 || this.#cancelTimer !== undefined) return;
    const delayMs = this.#nextMs - this.#options.clock.nowMs();
    if (delayMs <= 0) {
      void this.#flush();
      return;
    }
    this.#cancelTimer = this.#options.clock.after(delayMs, () => {
      this.#cancelTimer = undefined;
      this.#schedule();
    });
  }

  async #flush(): Promise<void> {
    this.#isBusy = true;
    const group = this.#takeGroup();
    const nowMs = this.#options.clock.nowMs();
    this.#nextMs = nowMs + GROUP_MS + this.#options.ports.pauseMs();
    const judged = new JudgedGroup(this.#options.ports.judge);
    try {
      const { advanced, later } = await this.#commit(group, judged);
      this.#attempt = 0;
      const left = group.filter(({ set }) => later.has(set));
      this.#suspects = Math.max(0, this.#suspects - group.length);
      if (this.#suspects > 0) this.#suspects += left.length;
      this.#putBack(left);
      for (const landing of group)
        if (!later.has(landing.set))
          this.#end(landing, () => landing.done(advanced.has(landing.set) ? "landed" : "again"));
    } catch (error) {
      this.#attempt += 1;
      this.#options.onTrouble(error, this.#attempt);
      judged.end(() => false);
      if (isOfContent(error)) await this.#narrow(group);
      else {
        // The commit may have happened: only the database knows. Not at once again: it may be full or away.
        this.#nextMs = nowMs + pauseMs(this.#attempt);
        this.#suspects = Math.max(0, this.#suspects - group.length);
        for (const landing of group) this.#end(landing, () => landing.done("again"));
      }
    }
    this.#isBusy = false;
    this.#schedule();
  }

  /**
   * Again from the head of the queue, by halves: of n batches the one that spoils them stands alone after log2(n) groups,
   * and all before it are stored. It is refused and holds up nobody else.
   */
  async #narrow(group: readonly Landing[]): Promise<void> {
    const [only, another] = group;
    if (only !== undefined && another === undefined) {
      this.#suspects = 0;
      this.#end(only, () => only.done("unstorable"));
      return;
    }
    this.#suspects = group.length;
    this.#putBack(group);
    await this.#readRules(group);
  }

  /** They were forgotten with the group: without them its batches could not go again as they are. */
  async #readRules(group: readonly Landing[]): Promise<void> {
    const { judge } = this.#options.ports;
    const bindings = new Set(group.map(({ set }) => set.bindingNumber));
    const unread = [...bindings].filter((binding) => judge.find(binding) === undefined);
    if (unread.length === 0) return;
    const late = Promise.withResolvers<void>();
    const takeBack = this.#options.clock.after(RULES_WITHIN_MS, late.resolve);
    const read = Promise.all(unread.map((binding) => judge.load(binding)));
    await Promise.race([read, late.promise]).catch((error: unknown) => this.#options.onTrouble(error, this.#attempt));
    takeBack();
  }

  #takeGroup(): Landing[] {
    const most = this.#suspects > 0 ? Math.ceil(this.#suspects / 2) : MOST_BATCHES;
    let bytes = 0;
    let count = 0;
    while (count < this.#waiting.length && count < most && bytes < MOST_BYTES) {
      bytes += (this.#waiting[count] as Landing).body.length;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  /** The sets that were advanced, and those that wait for the next group. */
  async #commit(group: readonly Landing[], judged: JudgedGroup): Promise<Committed> {
    const { ports } = this.#options;
    const bySet = Map.groupBy(group, ({ set }) => set);
    const left = new Map<KnownSet, readonly Landing[]>();
    const later = new Set<KnownSet>();
    const names = new Set<string>();
    for (const [set, landings] of bySet) {
      // A set that was read again meanwhile: the older object's batches are judged anew.
      if (names.has(setName(set))) continue;
      names.add(setName(set));
      const excess = set.overflow(landings.map(({ batch }) => batch.sequence));
      if (excess !== undefined) {
        if (!(await ports.moveToPages(set, excess))) continue;
        set.paged(excess);
      }
      const admitted = judged.admits(set);
      if (admitted === "yes") left.set(set, landings);
      else if (admitted === "later") later.add(set);
    }
    if (left.size === 0) return { advanced: new Set(), later };
    for (const [set, landings] of left) judged.judge(set, landings);
    const advanced = await ports.land({ ...writeOf(left), rules: judged.write });
    for (const [set, landings] of left) {
      if (advanced.has(setName(set))) {
        const sequences = landings.map(({ batch }) => batch.sequence);
        set.advance(sequences, newestOf(set, landings));
      } else left.delete(set);
    }
    const stored = new Set([...left.keys()].map(({ bindingNumber }) => bindingNumber));
    judged.end((bindingNumber) => stored.has(bindingNumber));
    return { advanced: new Set(left.keys()), later };
  }

  #end(landing: Landing, tell: () => void): void {
    landing.set.pending -= 1;
    tell();
  }
}

/** A wrong clock says nothing of when the log was written. */
function newestOf(set: KnownSet, landings: readonly Landing[]): number {
  return landings.reduce(
    (newest, { plan }) => (plan.clock === undefined ? Math.max(newest, plan.span.lastUs) : newest),
    set.newestUs,
  );
}

function writeOf(sets: ReadonlyMap<KnownSet, readonly Landing[]>): Omit<LandingWrite, "rules"> {
  const all = [...sets.values()].flat();
  const rowOf = ({ batch, plan, set, body }: Landing) => ({
    bindingNumber: set.bindingNumber,
    epoch: set.epoch,
    sequence: batch.sequence,
    ...plan.span,
    frames: batch.frames.length,
    bytes: plan.bytes,
    channels: plan.channels,
    body,
  });
  return {
    sets: [...sets].map(([set, landings]) => ({
      bindingNumber: set.bindingNumber,
      epoch: set.epoch,
      known: set.version,
      newestUs: newestOf(set, landings),
      ...set.rowWith(landings.map(({ batch }) => batch.sequence)),
    })),
    landed: all.filter(({ plan }) => plan.clock === undefined).map(rowOf),
    quarantined: all.flatMap((landing) => {
      const { clock } = landing.plan;
      const { tenantId, receivedAtMs } = landing.batch;
      return clock === undefined ? [] : [{ ...rowOf(landing), tenantId, receivedAtMs, reason: clock }];
    }),
    days: all.flatMap(({ batch, plan, set }) =>
      plan.days.map((day) => ({
        bindingNumber: set.bindingNumber,
        epoch: set.epoch,
        tenantId: batch.tenantId,
        ...day,
      })),
    ),
    accepted: all
      .filter(({ set }) => set.hasRefusals)
      .map(({ batch: { bindingNumber, epoch, sequence } }) => ({ bindingNumber, epoch, sequence })),
    hashes: hashesOf(all),
  };
}

/** Each payload once: a terminal that repeats one after long gave it two sequences. */
function hashesOf(landings: readonly Landing[]): LandingWrite["hashes"] {
  const found = new Map<string, LandingWrite["hashes"][number]>();
  for (const { batch, set } of landings) {
    const { payloadHash: hash, sequence } = batch;
    if (hash === undefined) continue;
    const { bindingNumber, epoch } = set;
    found.set(`${bindingNumber}/${Buffer.from(hash).toString("hex")}`, { bindingNumber, epoch, sequence, hash });
  }
  return [...found.values()];
}
