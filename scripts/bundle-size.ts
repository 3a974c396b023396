// How much script a visitor loads, beside its limit (design: /Login 320 KB, HomePage 450 KB, gzip).
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { sourceFiles } from "./setup/hash-files.ts";

/** The part of Vite's manifest that is read here. */
export type Manifest = Record<string, Chunk>;
interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

interface Page {
  path: string;
  /** The module that the router loads for the page. */
  source: RegExp;
  limitKb: number;
}

const PAGES: readonly Page[] = [
  { path: "/Login", source: /\/login-?page\.tsx$/i, limitKb: 320 },
  { path: "/Container/HomePage", source: /\/home-?page\.tsx$/i, limitKb: 450 },
];

/** The scripts of a page: the entry, the page's own lazy chunk if it has one, and all their static imports. */
export function scriptsOf(manifest: Manifest, source: RegExp): string[] {
  const starts = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || source.test(`/${key}`));
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  for (const key of starts) visit(key);
  const files = [...seen].map((key) => manifest[key]?.file ?? "");
  return [...new Set(files.filter((file) => file.endsWith(".js")))].sort();
}

function gzipBytes(path: string): number {
  return existsSync(`${path}.gz`) ? statSync(`${path}.gz`).size : gzipSync(readFileSync(path), { level: 9 }).length;
}

function measure(root: string, page: Page): boolean {
  const dist = join(root, "apps/web/dist");
  if (!sourceFiles(root, ["apps/web"]).some((path) => page.source.test(path))) {
    console.log(`${page.path}: still coming (no source file matches ${page.source})`);
    return true;
  }
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
  const bytes = scriptsOf(manifest, page.source).reduce((sum, file) => sum + gzipBytes(join(dist, file)), 0);
  const kb = bytes / 1024;
  const ok = kb <= page.limitKb;
  console.log(`${page.path}: ${kb.toFixed(1)} KB of script, limit ${page.limitKb} KB${ok ? "" : " EXCEEDED"}`);
  return ok;
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  if (existsSync(join(root, "apps/web/dist/.vite/manifest.json"))) {
    process.exitCode = PAGES.map((page) => measure(root, page)).every(Boolean) ? 0 : 1;
  } else {
    console.log("apps/web/dist has no manifest: run npm run build first");
    process.exitCode = 1;
  }
}
