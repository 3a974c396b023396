import { groovyLine, SCRIPT_FILE, translate } from "@canopy/groovy/emit/translate";
import { runtimeSource } from "@canopy/groovy/runtime/source";
import type { Problem } from "@canopy/groovy/syntax/problem";
import type { ScriptFile } from "../../platform/sandbox/script-run.ts";
import { HELPERS, MAX_OUTPUT_CHARS } from "./script-api.ts";

export interface TestScript {
  readonly language: "groovy" | "javascript";
  readonly text: string;
}

/** The files for the engine, with the way back from its stacks to lines of the script; or what is refused, by line. */
export type Program =
  | { readonly kind: "program"; readonly files: readonly ScriptFile[]; lineOf(stack: string): number | null }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

const JAVASCRIPT_FILE = "test-script.js";

/** The functions of every script. The one to the host is taken away before the script is read. */
const PRELUDE = `const test = (() => {
  const outside = host;
  delete globalThis.host;
  const output = [];
  let length = 0;
  const print = (text) => {
    const line = String(text) + "\\n";
    if (length < ${MAX_OUTPUT_CHARS}) output.push(line.slice(0, ${MAX_OUTPUT_CHARS} - length));
    length += line.length;
  };
  const doubles = (part, name) => new Float64Array(outside(part, name));
  const given = {
    print,
    signals: () => outside("signals"),
    signal: (name) => ({ name, times: doubles("times", name), values: doubles("values", name) }),
    check: (subject, passed, measured) => outside("check", String(subject), passed, measured),
  };
  for (const helper of ${JSON.stringify(HELPERS)}) given[helper] = (...args) => outside(helper, ...args);
  const report = (error, text) => ({ checks: outside("report"), output: text ?? output.join(""), error });
  return { given, report };
})();
`;

const JAVASCRIPT_MAIN = "function main() { return test.report(null); }";
const GROOVY_MAIN =
  "function main() { const { error, output } = groovy.run(program, test.given); return test.report(error, output); }";

let groovyRuntime: string | undefined;

export function programOf({ language, text }: TestScript): Program {
  if (language === "javascript")
    return {
      kind: "program",
      files: [
        { name: "prelude.js", text: `${PRELUDE}Object.assign(globalThis, test.given);` },
        { name: "main.js", text: JAVASCRIPT_MAIN },
        { name: JAVASCRIPT_FILE, text },
      ],
      lineOf: (stack) => Number(/test-script\.js:(\d+)/.exec(stack)?.[1] ?? 0) || null,
    };
  const translated = translate(text);
  if (!translated.ok) return { kind: "refused", problems: translated.problems };
  groovyRuntime ??= runtimeSource();
  return {
    kind: "program",
    files: [
      { name: "prelude.js", text: PRELUDE },
      { name: "groovy-runtime.js", text: groovyRuntime },
      { name: SCRIPT_FILE, text: `globalThis.program = ${translated.code};` },
      { name: "main.js", text: GROOVY_MAIN },
    ],
    lineOf: (stack) => groovyLine(stack, translated.lines),
  };
}
