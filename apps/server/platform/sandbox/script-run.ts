/** A text of the program and the name under which the engine's stacks show it. */
export interface ScriptFile {
  readonly name: string;
  readonly text: string;
}

/** What the child is told, and what it says. */
export interface ScriptRun {
  /** Program text: it declares functions. */
  readonly source: string | readonly ScriptFile[];
  /** The function that is called. */
  readonly call: string;
  /** Everything is JSON. */
  readonly args: readonly unknown[];
  /** Functions of the child's own process that the script may call. */
  readonly host?: ScriptHost;
}

export interface ScriptHost {
  /** Of a module that exports `hostFunctions(data)`. */
  readonly module: string;
  /** What the module is given: JSON and typed arrays. */
  readonly data: unknown;
}

/**
 * What a module of a host gives: a script calls `host(name, …args)` with plain values. An ArrayBuffer reaches it as one,
 * everything else as JSON.
 */
export type HostFunctions = Readonly<Record<string, (...args: unknown[]) => unknown>>;

export interface ScriptLimits {
  readonly timeMs: number;
  readonly memoryBytes: number;
}

/**
 * time, memory, stack: a limit was reached. error: the script threw, or is none. result: no JSON, or too long.
 * ended: the process of the sandbox ended. busy: too many scripts wait.
 */
export type ScriptFailure = "time" | "memory" | "stack" | "error" | "result" | "ended" | "busy";

export type ScriptResult =
  | { readonly kind: "value"; readonly value: unknown; readonly used: ScriptUse }
  | {
      readonly kind: "failed";
      readonly failure: ScriptFailure;
      readonly message: string;
      /** The engine's stack of an error of the script. */
      readonly stack?: string;
    };

/** What a script that came to its end took of its limits. */
export interface ScriptUse {
  readonly timeMs: number;
  readonly memoryBytes: number;
}

/** What the child says before its result: it has loaded its code; its engine stands, and the time of the script counts. */
export const READY = "ready";
export const BEGINS = "begins";

export interface ChildRun extends ScriptRun, ScriptLimits {}

export const MAX_SOURCE_CHARS = 256 * 1024;
export const MAX_RESULT_CHARS = 1024 * 1024;
const MAX_MESSAGE_CHARS = 500;
const MAX_STACK_CHARS = 4000;

export function failed(failure: ScriptFailure, message: string, stack?: string): ScriptResult {
  const told = { kind: "failed", failure, message: message.slice(0, MAX_MESSAGE_CHARS) } as const;
  return stack === undefined ? told : { ...told, stack: stack.slice(0, MAX_STACK_CHARS) };
}

export function filesOf(source: ScriptRun["source"]): readonly ScriptFile[] {
  return typeof source === "string" ? [{ name: "script.js", text: source }] : source;
}
