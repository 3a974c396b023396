import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { HostFunctions } from "./script-run.ts";

/** The script's `host(name, …args)`: plain values in, JSON or an ArrayBuffer out, an error as an Error of the script. */
export function giveHost(context: QuickJSContext, functions: HostFunctions): void {
  const host = context.newFunction("host", (nameHandle: QuickJSHandle, ...handles: QuickJSHandle[]) => {
    const name = context.getString(nameHandle);
    if (!Object.hasOwn(functions, name)) throw new Error(`no function ${name}`);
    const result = functions[name]?.(...handles.map((handle) => context.dump(handle) as unknown));
    return result instanceof ArrayBuffer ? context.newArrayBuffer(result) : ofJson(context, result);
  });
  context.setProp(context.global, "host", host);
  host.dispose();
}

function ofJson(context: QuickJSContext, value: unknown): QuickJSHandle {
  if (value === undefined) return context.undefined;
  const text = context.newString(JSON.stringify(value));
  const json = context.getProp(context.global, "JSON");
  const parse = context.getProp(json, "parse");
  const parsed = context.unwrapResult(context.callFunction(parse, json, text));
  for (const handle of [text, json, parse]) handle.dispose();
  return parsed;
}
