import vm from "node:vm";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { groovyLine, SCRIPT_FILE, translate } from "../emit/translate.ts";
import type { Outcome } from "../runtime/script.ts";
import { runtimeSource } from "../runtime/source.ts";

/** What a run showed, in JSON: the value of a script stays in its engine. */
type Shown = Pick<Outcome, "output" | "error">;

/** Runs translated code and gives what it showed. */
export type Engine = (code: string, host?: Readonly<Record<string, unknown>>) => Shown;

export function nodeEngine(): Engine {
  const context = vm.createContext({});
  // As in the engine of the sandbox, the whole stack: the line of the script may stand far down.
  vm.runInContext("Error.stackTraceLimit = 200", context);
  vm.runInContext(runtimeSource(), context, { filename: "groovy-runtime.js" });
  return (code, host = {}) => {
    const program: unknown = vm.runInContext(code, context, { filename: SCRIPT_FILE });
    Object.assign(context, { program, host });
    return JSON.parse(vm.runInContext(SHOW, context));
  };
}

const SHOW = "(({ output, error }) => JSON.stringify({ output, error }))(groovy.run(program, host))";

/** The engine of the sandbox with the run-time in it; gives what evaluates a text there. */
export async function quickjs(): Promise<(code: string, file: string) => string> {
  const engine = await newQuickJSWASMModuleFromVariant(import("@jitl/quickjs-wasmfile-release-sync"));
  const context = engine.newRuntime({ maxStackSizeBytes: 256 * 1024 }).newContext();
  const evaluate = (code: string, file: string): string => {
    const handle = context.unwrapResult(context.evalCode(code, file));
    const text = context.typeof(handle) === "string" ? context.getString(handle) : "";
    handle.dispose();
    return text;
  };
  evaluate(runtimeSource(), "groovy-runtime.js");
  return evaluate;
}

/** Functions cannot be given to this engine. */
export async function quickjsEngine(): Promise<Engine> {
  const evaluate = await quickjs();
  return (code, host = {}) => {
    evaluate(`globalThis.host = ${JSON.stringify(host)};`, "host.js");
    evaluate(`globalThis.program = ${code};`, SCRIPT_FILE);
    return JSON.parse(evaluate(SHOW, "show.js"));
  };
}

/** What a script prints, with the error that ended it as the last line. */
export function printed(engine: Engine, source: string, host: Readonly<Record<string, unknown>> = {}): string {
  const translated = translate(source);
  if (!translated.ok)
    return `refused: ${translated.problems.map((one) => `${one.what} at ${one.line}:${one.column}`).join(", ")}`;
  const { output, error } = engine(translated.code, host);
  if (error === null) return output;
  const message =
    error.message === null ? "null" : (error.message.replace(/\. Expression: .*/s, "").split("\n")[0] ?? "");
  return `${output}!! ${error.type}: ${message} @ line ${groovyLine(error.stack, translated.lines)}`;
}
