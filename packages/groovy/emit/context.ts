import type { ClassDeclaration, Expression, Method, Parameter, Statement } from "../syntax/ast.ts";
import type { Position, Problem } from "../syntax/problem.ts";
import type { Code } from "./code.ts";
import { Scope } from "./scope.ts";

/** A function being translated: temporary variables are declared at its top. */
interface FunctionState {
  readonly temps: string[];
  readonly result: string | undefined;
  /** Names that closures in it use. */
  readonly captured: ReadonlySet<string>;
  /** What `break` and `continue` may leave here: loops and switches, the innermost last, with their labels. */
  readonly around: { readonly loop: boolean; readonly label: string | undefined; readonly isWhile: boolean }[];
}

/** Parts of the translator that call each other across files. */
export interface Emitter {
  expression(context: Context, expression: Expression): Code;
  /** A body with its parameters: `(a, b) => { … }` without the arrow's left side. */
  functionBody(
    context: Context,
    parameters: readonly Parameter[],
    body: readonly Statement[],
    result: string | undefined,
  ): FunctionCode;
}

export interface FunctionCode {
  readonly parameters: string;
  readonly body: string;
  readonly least: number;
  readonly plain: boolean;
}

/** Line marks in the text; `finish` makes line ends and the table of lines of them. */
const MARK = /\ue000(\d+)\ue001/g;

export class Context {
  readonly methods = new Map<string, Method[]>();
  readonly classes = new Map<string, ClassDeclaration>();
  readonly mathNames: ReadonlySet<string>;
  readonly problems: Problem[] = [];
  /** Names that the script assigns without declaring them. */
  readonly assigned: ReadonlySet<string>;
  inInitial = false;
  scope = new Scope(undefined);
  /** The class whose member is translated. */
  owner: { readonly declaration: ClassDeclaration; readonly isStatic: boolean } | undefined;
  private readonly constants = new Map<string, string>();
  private functions: FunctionState[] = [];
  private count = 0;

  readonly emit: Emitter;

  constructor(emit: Emitter, mathNames: readonly string[], assigned: ReadonlySet<string>) {
    this.emit = emit;
    this.mathNames = new Set(mathNames);
    this.assigned = assigned;
  }

  /** Emitting this text begins a line of the source. */
  mark(at: Position): string {
    return `\ue000${at.line}\ue001`;
  }

  refuse(what: string, at: Position): void {
    this.problems.push({ kind: "unsupported", what, line: at.line, column: at.column });
  }

  constant(js: string): string {
    const known = this.constants.get(js);
    if (known !== undefined) return known;
    const name = `K${this.constants.size}`;
    this.constants.set(js, name);
    return name;
  }

  constantLines(): string {
    return [...this.constants].map(([js, name]) => `const ${name} = ${js};`).join("\n");
  }

  fresh(prefix: string): string {
    return `${prefix}${this.count++}`;
  }

  temp(): string {
    const name = this.fresh("t");
    this.functions.at(-1)?.temps.push(name);
    return name;
  }

  /** The type that `return` converts to. */
  get result(): string | undefined {
    return this.functions.at(-1)?.result;
  }

  isCaptured(name: string): boolean {
    return this.functions.at(-1)?.captured.has(name) ?? false;
  }

  /** Real Groovy looks for a parameter that has an initial value of its own outside, and does not find it. */
  initialValue(expression: Expression): Code {
    this.inInitial = true;
    const code = this.emit.expression(this, expression);
    this.inInitial = false;
    return code;
  }

  /** Translates a body as a function of its own and puts its temporary variables before it. */
  inFunction(result: string | undefined, captured: ReadonlySet<string>, emit: () => string): string {
    const state: FunctionState = { temps: [], result, captured, around: [] };
    this.functions.push(state);
    const body = emit();
    this.functions.pop();
    return state.temps.length === 0 ? body : `let ${state.temps.join(", ")};\n${body}`;
  }

  /** Translates the body of a loop, a switch or a labelled statement. */
  within<T>(loop: boolean, label: string | undefined, emit: () => T, isWhile = false): T {
    const around = this.functions.at(-1)?.around;
    around?.push({ loop, label, isWhile });
    const result = emit();
    around?.pop();
    return result;
  }

  /** Groovy 2.4 computes with objects in `while`, elsewhere with primitive numbers where their types are declared. */
  get inWhile(): boolean {
    return this.functions.at(-1)?.around.some(({ isWhile }) => isWhile) ?? false;
  }

  mayJump(kind: "break" | "continue", label: string | undefined): boolean {
    const around = this.functions.at(-1)?.around ?? [];
    if (label !== undefined) return around.some((one) => one.label === label && (one.loop || kind === "break"));
    return around.some((one) => one.loop || (kind === "break" && one.label === undefined));
  }

  inScope<T>(emit: () => T): T {
    this.scope = new Scope(this.scope);
    const result = emit();
    this.scope = this.scope.parent ?? this.scope;
    return result;
  }
}

export function finish(text: string): { code: string; lines: number[] } {
  const lines: number[] = [0];
  let current = 0;
  let code = "";
  let from = 0;
  const push = (piece: string) => {
    for (const char of piece.match(/\n/g) ?? []) if (char) lines.push(current);
    code += piece;
  };
  for (const match of text.matchAll(MARK)) {
    push(text.slice(from, match.index));
    from = match.index + match[0].length;
    const line = Number(match[1]);
    if (line === current) continue;
    current = line;
    code += "\n";
    lines.push(line);
  }
  push(text.slice(from));
  return { code, lines };
}
