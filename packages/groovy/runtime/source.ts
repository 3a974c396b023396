import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, join } from "node:path";

/** The name under which the run-time stands in the sandbox's global object. */
export const RUNTIME_GLOBAL = "groovy";

const IMPORT = /^import (type )?(\* as \w+|\{[^}]*\}) from "\.\/([\w-]+)\.ts";\n/gm;

/**
 * The run-time as one text of JavaScript that needs nothing but the language. Evaluated, it sets `globalThis.groovy`
 * with `run(program, host)`.
 */
export function runtimeSource(): string {
  const files = new Map<string, string>();
  collect("library", files);
  const body = [...files.values()].join("\n");
  return `globalThis.${RUNTIME_GLOBAL} = (() => {\n"use strict";\n${body}\nreturn ${moduleName("library")};\n})();\n`;
}

function moduleName(file: string): string {
  return `$${basename(file).replaceAll("-", "_")}`;
}

/** Each file after those that it imports. */
function collect(file: string, files: Map<string, string>): void {
  if (files.has(file)) return;
  const source = readFileSync(join(import.meta.dirname, `${file}.ts`), "utf8");
  files.set(file, "");
  for (const [, , , from = ""] of source.matchAll(IMPORT)) collect(from, files);
  files.delete(file);
  files.set(file, moduleText(file, source));
}

/** A file as a function of its own that gives what it exports. */
function moduleText(file: string, source: string): string {
  const imports = [...source.matchAll(IMPORT)].flatMap(([, type, names = "", from = ""]) =>
    type === undefined ? [importText(names, from)] : [],
  );
  const exported = [...source.matchAll(/^export (?:function|const|let|class) (\w+)/gm)].map(([, name]) => name);
  const body = withoutTypes(source.replace(IMPORT, ""))
    .replace(/^export (?=(?:function|const|let|class)\b)/gm, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n");
  return `const ${moduleName(file)} = (() => {\n${imports.join("\n")}\n${body}\nreturn { ${exported.join(", ")} };\n})();`;
}

function importText(names: string, from: string): string {
  const star = /^\* as (\w+)$/.exec(names)?.[1];
  if (star !== undefined) return `const ${star} = ${moduleName(from)};`;
  const list = names
    .slice(1, -1)
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.replace(/ as /, ": "));
  return `const { ${list.join(", ")} } = ${moduleName(from)};`;
}

/** Node warns that the function is experimental; nobody who runs the program can do anything about it. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source, { mode: "strip" });
  } finally {
    process.emitWarning = emitWarning;
  }
}
