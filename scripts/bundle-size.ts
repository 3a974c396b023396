// How much script a visitor loads, beside its limit (/Login 320 KB, HomePage 300 KB, gzip).
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** The part of Vite's manifest that is read here. */
export type Manifest = Record<string, Chunk>;
interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

interface Page {
  path: string;
  /** The modules that are loaded on the way to the page, each in a chunk of its own (or inside the entry). */
  sources: readonly string[];
  limitKb: number;
}

const PAGES: readonly Page[] = [
  { path: "/Login", sources: [], limitKb: 320 },
  { path: "/Container/HomePage", sources: ["app/Shell.tsx", "app/pages/home/HomePage.tsx"], limitKb: 300 },
];

/** The scripts of a page: the entry, the lazy chunks of its own, and all their static imports. */
export function scriptsOf(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  for (const key of Object.keys(manifest)) if (manifest[key]?.isEntry || sources.includes(key)) visit(key);
  const files = [...seen].map((key) => manifest[key]?.file ?? "");
  return [...new Set(files.filter((file) => file.endsWith(".js")))].sort();
}

function gzipBytes(path: string): number {
  return existsSync(`${path}.gz`) ? statSync(`${path}.gz`).size : gzipSync(readFileSync(path), { level: 9 }).length;
}

function measure(root: string, page: Page): boolean {
  // A renamed page must not slip out of the measurement.
  const gone = page.sources.filter((source) => !existsSync(join(root, "apps/web", source)));
  if (gone.length > 0) {
    console.log(`${page.path}: apps/web/${gone.join(", apps/web/")} is not there: name its new place in PAGES`);
    return false;
  }
  const dist = join(root, "apps/web/dist");
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
  const bytes = scriptsOf(manifest, page.sources).reduce((sum, file) => sum + gzipBytes(join(dist, file)), 0);
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
