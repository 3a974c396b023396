import type { Value } from "./values.ts";

export interface WholeSteps {
  readonly first: number;
  readonly step: 1 | -1;
  readonly count: number;
}

/** The ends as written: an index counts them from the end of what it is used on. */
export interface Written {
  readonly first: number;
  readonly last: number;
  readonly exclusive: boolean;
}

/** `from..to`; of whole numbers the items are made only when somebody wants the list. */
export class Range {
  readonly from: Value;
  readonly to: Value;
  readonly reverse: boolean;
  readonly whole: WholeSteps | undefined;
  /** Of ints alone. */
  readonly written: Written | undefined;
  private made: readonly Value[] | undefined;

  constructor(content: readonly Value[] | WholeSteps, from: Value, to: Value, reverse: boolean, written?: Written) {
    this.written = written;
    this.whole = "step" in content ? content : undefined;
    this.made = "step" in content ? undefined : content;
    this.from = from;
    this.to = to;
    this.reverse = reverse;
  }

  get size(): number {
    return this.whole?.count ?? this.made?.length ?? 0;
  }

  get items(): readonly Value[] {
    const { whole } = this;
    if (this.made === undefined && whole !== undefined)
      this.made = Array.from({ length: whole.count }, (_, i) => BigInt(whole.first + i * whole.step));
    return this.made ?? [];
  }

  keyText(): string {
    return `\0[${this.items.map((item) => `${typeof item}:${String(item)}`).join("\0,")}\0]`;
  }
}
