import type { Static } from "./code.ts";

export interface Variable {
  readonly js: string;
  readonly type: Static;
  /** As declared; assignments convert to it. */
  readonly declared: string | undefined;
  /** A closure uses it: Groovy then keeps it as an object, and computes with it as with one. */
  readonly shared: boolean;
  /** A parameter with an initial value. */
  readonly optional?: boolean;
}

/** Names of a block, with those around it. */
export class Scope {
  readonly parent: Scope | undefined;
  private readonly names = new Map<string, Variable>();

  constructor(parent: Scope | undefined) {
    this.parent = parent;
  }

  find(name: string): Variable | undefined {
    return this.names.get(name) ?? this.parent?.find(name);
  }

  declare(name: string, variable: Variable): Variable {
    this.names.set(name, variable);
    return variable;
  }

  hasOwn(name: string): boolean {
    return this.names.has(name);
  }
}
