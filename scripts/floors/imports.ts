export interface Import {
  specifier: string;
  line: number;
  reExport: boolean;
}

// Anchored at the start of a line, where the formatter puts every import, so that texts and comments do not count.
const STATEMENT = /^(import|export)\b[^;"']*?\bfrom\s*["']([^"']+)["']|^import\s*["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["'`]([^"'`]+)["'`]/g;

/** What a source file imports, in any form: static, for types only, for effect, dynamic, re-exported. */
export function importsOf(source: string): Import[] {
  const statements = [...source.matchAll(STATEMENT)].map((match) => ({
    specifier: match[2] ?? match[3] ?? "",
    line: lineAt(source, match.index),
    reExport: match[1] === "export",
  }));
  const dynamic = [...source.matchAll(DYNAMIC)].map((match) => ({
    specifier: match[1] ?? "",
    line: lineAt(source, match.index),
    reExport: false,
  }));
  return [...statements, ...dynamic];
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}
