import type { Position, ProblemList } from "./problem.ts";

/** What a file holds beyond the model, by name: told once for a kind, at its first place. */
export class NotTaken {
  private readonly kinds = new Map<string, { at: Position; count: number }>();

  add(at: Position, what: string): void {
    const known = this.kinds.get(what);
    if (known) known.count += 1;
    else this.kinds.set(what, { at, count: 1 });
  }

  tell(problems: ProblemList): void {
    for (const [what, { at, count }] of this.kinds) {
      problems.warning("notTaken", at, count > 1 ? `${what} × ${count}` : what);
    }
  }
}
