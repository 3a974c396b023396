import * as engine from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import { giveHost } from "./give-host.ts";
import {
  type ChildRun,
  failed,
  filesOf,
  type HostFunctions,
  MAX_RESULT_CHARS,
  type ScriptFailure,
  type ScriptResult,
} from "./script-run.ts";

const PAGE_BYTES = 64 * 1024;
/** With what the engine begins. */
const ENGINE_BYTES = 16 * 1024 * 1024;
/** Well below what the process has: the engine tells its own overflow. */
const STACK_BYTES = 96 * 1024;

/**
 * Calls a function of a script in a JavaScript engine that has no function of the outside but those of the host it was
 * given: it can compute, and nothing else.
 */
export async function evaluateScript(
  run: ChildRun,
  { host, begins }: { readonly host?: HostFunctions | undefined; begins?(): void } = {},
): Promise<ScriptResult> {
  const { source, call, args, timeMs, memoryBytes } = run;
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(syncEngine(), { wasmMemory: memoryOf(memoryBytes) }),
  );
  const runtime = quickjs.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: STACK_BYTES });
  const startMs = performance.now();
  begins?.();
  let isOver = false;
  runtime.setInterruptHandler(() => {
    isOver ||= performance.now() > startMs + timeMs;
    return isOver;
  });
  const context = runtime.newContext();
  if (host) giveHost(context, host);
  const failure = (error: QuickJSHandle): ScriptResult => {
    const { name, message, stack } = toldOf(context, error);
    return isOver ? failed("time", `${timeMs} ms`) : failed(failureOf(name, message), `${name}: ${message}`, stack);
  };
  for (const { name, text } of filesOf(source)) {
    const declared = context.evalCode(text, name);
    if (declared.error) return failure(declared.error);
    declared.value.dispose();
  }
  const called = context.evalCode(
    `JSON.stringify(globalThis[${JSON.stringify(call)}](...JSON.parse(${JSON.stringify(JSON.stringify(args))})))`,
    "call.js",
  );
  if (called.error) return failure(called.error);
  if (context.typeof(called.value) !== "string") return failed("result", "nothing that JSON has");
  const text = context.getString(called.value);
  if (text.length > MAX_RESULT_CHARS) return failed("result", `more than ${MAX_RESULT_CHARS} characters`);
  const used = { timeMs: performance.now() - startMs, memoryBytes: memoryUsed(context) };
  return { kind: "value", value: JSON.parse(text), used };
}

/** The types of the package are those of CommonJS, and Node imports it as a module. */
function syncEngine(): QuickJSSyncVariant {
  const found: unknown = engine.default;
  if (isSyncEngine(found)) return found;
  throw new Error("no engine");
}

function isSyncEngine(found: unknown): found is QuickJSSyncVariant {
  return typeof found === "object" && found !== null && "type" in found && found.type === "sync";
}

type EngineMemory = NonNullable<NonNullable<Parameters<typeof newVariant>[1]>["wasmMemory"]>;
/** The types of Node leave it out. */
declare const WebAssembly: { readonly Memory: new (limits: { initial: number; maximum: number }) => EngineMemory };

/** The engine's own limit does not count the content of arrays of numbers: all of its memory has one too. */
function memoryOf(bytes: number): EngineMemory {
  const maximum = Math.ceil((bytes + ENGINE_BYTES) / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: ENGINE_BYTES / PAGE_BYTES, maximum });
}

function memoryUsed(context: QuickJSContext): number {
  const usage = context.runtime.computeMemoryUsage();
  const { memory_used_size }: { memory_used_size?: number } = context.dump(usage);
  usage.dispose();
  return memory_used_size ?? 0;
}

/** The text of an error that a script made: it may have any type and any name. */
function toldOf(context: QuickJSContext, error: QuickJSHandle): { name: string; message: string; stack: string } {
  const told: unknown = context.dump(error);
  if (typeof told !== "object" || told === null) return { name: "Error", message: String(told), stack: "" };
  const text = (key: string) => (key in told ? String(Reflect.get(told, key)) : "");
  return { name: text("name") || "Error", message: text("message"), stack: text("stack") };
}

function failureOf(name: string, message: string): ScriptFailure {
  if (name !== "InternalError" && name !== "RangeError") return "error";
  if (/out of memory/i.test(message)) return "memory";
  return /stack/i.test(message) ? "stack" : "error";
}
