import { callClosure, noSignature } from "./closures.ts";
import { call } from "./dispatch.ts";
import { caught } from "./flow.ts";
import { format } from "./format.ts";
import { callHostFunction } from "./host.ts";
import { late } from "./late.ts";
import { choose } from "./overloads.ts";
import { shown } from "./text.ts";
import { fail } from "./throwable.ts";
import { isFn, type Overload, type Value } from "./values.ts";

/** What a script prints beyond this is cut. */
const MAX_OUTPUT = 1_000_000;

/** The name that messages of Groovy give a script. */
const SCRIPT = "Script1";

/** Variables without declaration, methods and output of one run. */
export class ScriptRun {
  readonly variables: Record<string, Value> = Object.create(null);
  readonly host: Readonly<Record<string, unknown>>;
  private readonly methods: Record<string, Overload[]> = Object.create(null);
  private output: string[] = [];
  private length = 0;

  constructor(host: Readonly<Record<string, unknown>>) {
    this.host = host;
  }

  define(name: string, overloads: Overload[]): void {
    this.methods[name] = overloads;
  }

  get(name: string): Value {
    if (name in this.variables) return this.variables[name];
    if (Object.hasOwn(this.host, name)) return this.hostValue(name);
    return fail("MissingPropertyException", `No such property: ${name} for class: ${SCRIPT}`);
  }

  set(name: string, value: Value): Value {
    this.variables[name] = value;
    return value;
  }

  private hostValue(name: string): Value {
    const value = this.host[name];
    if (!isFn(value)) return value === undefined ? null : value;
    return (...args: Value[]) => callHostFunction(value, args);
  }

  /** `name(…)`: a method of the script, a closure in a variable, a function of the host, println and its kin. */
  call(name: string, args: readonly Value[]): Value {
    const overloads = this.methods[name];
    const chosen = overloads === undefined ? undefined : choose(overloads, args);
    if (chosen !== undefined) return chosen.run(...args);
    if (name in this.variables) return callClosure(this.variables[name], args);
    if (Object.hasOwn(this.host, name)) {
      const value = this.host[name];
      return isFn(value) ? callHostFunction(value, args) : call(value, "call", args);
    }
    return this.print(name, args);
  }

  private print(name: string, args: readonly Value[]): Value {
    if (name === "println") this.write(`${args.length === 0 ? "" : shown(args[0])}\n`);
    else if (name === "print") this.write(shown(args[0]));
    else if (name === "printf") this.write(format(late.text(args[0]), args.slice(1)));
    else if (name === "sprintf") return format(late.text(args[0]), args.slice(1));
    else return noSignature(SCRIPT, name, args);
    return null;
  }

  write(text: string): void {
    if (this.length >= MAX_OUTPUT) return;
    this.output.push(text.slice(0, MAX_OUTPUT - this.length));
    this.length += text.length;
  }

  printed(): string {
    return this.output.join("");
  }
}

export interface Outcome {
  readonly output: string;
  readonly value: Value;
  /** Null where the script ended. The stack is JavaScript's; `groovyLine` gives the line of the source. */
  readonly error: { readonly type: string; readonly message: string | null; readonly stack: string } | null;
}

/** A translated script: given the run-time and a run it gives the function to start. */
export type Program = (rt: unknown, run: ScriptRun) => () => Value;

/** Runs a translated script. `host` is all that it sees of the outside. */
export function execute(rt: unknown, program: Program, host: Readonly<Record<string, unknown>>): Outcome {
  const run = new ScriptRun(host);
  try {
    const value = program(rt, run)();
    return { output: run.printed(), value, error: null };
  } catch (error) {
    const { type, text, stack } = caught(error);
    return { output: run.printed(), value: null, error: { type: type.full, message: text, stack: stack ?? "" } };
  }
}
