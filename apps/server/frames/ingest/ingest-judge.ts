import type { KnownSet } from "../landing/known-set.ts";
import type { RuleChangeRow, RuleMark, RuleStateRow, RuleWrite } from "../landing/rule-write.ts";
import type { BatchJudge, WatchedBinding } from "./batch-judge.ts";
import type { Landing } from "./landing-batch.ts";

/** Judged batches of a group, until the group is committed or not. */
export class JudgedGroup {
  readonly #judge: BatchJudge;
  readonly #marks = new Map<number, { readonly watched: WatchedBinding; isChanged: boolean }>();
  readonly #states: RuleStateRow[] = [];
  readonly #changes: RuleChangeRow[] = [];

  constructor(judge: BatchJudge) {
    this.#judge = judge;
  }

  /** `later`: another log of the same terminal is in this group, and states follow one at a time. */
  admits({ bindingNumber }: KnownSet): "yes" | "later" | "again" {
    const watched = this.#judge.find(bindingNumber);
    if (watched === undefined) return "again";
    if (watched === null) return "yes";
    if (this.#marks.has(bindingNumber)) return "later";
    this.#marks.set(bindingNumber, { watched, isChanged: false });
    return "yes";
  }

  /** Quarantined batches are not judged. */
  judge({ bindingNumber }: KnownSet, landings: readonly Landing[]): void {
    const mark = this.#marks.get(bindingNumber);
    if (mark === undefined) return;
    const { watched } = mark;
    const inOrder = landings.toSorted((a, b) => a.batch.sequence - b.batch.sequence);
    for (const { batch, plan, isJudged } of inOrder) if (plan.clock === undefined && !isJudged) watched.judge(batch);
    const { states, changes } = watched.take();
    mark.isChanged = states.length + changes.length > 0;
    this.#states.push(...states);
    this.#changes.push(...changes);
  }

  get write(): RuleWrite {
    const marks: RuleMark[] = [...this.#marks].map(([bindingNumber, { watched, isChanged }]) => ({
      bindingNumber,
      known: watched.version,
      isChanged,
    }));
    return { marks, states: this.#states, changes: this.#changes };
  }

  /** What was not stored, or may not have been, is read again. */
  end(isStored: (bindingNumber: number) => boolean): void {
    for (const [bindingNumber, { watched, isChanged }] of this.#marks) {
      if (!isStored(bindingNumber)) this.#judge.forget(bindingNumber);
      else if (isChanged) watched.stored();
    }
    if (this.#changes.some(({ bindingNumber }) => isStored(bindingNumber))) this.#judge.changed();
  }
}
