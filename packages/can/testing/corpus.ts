import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Real files with golden answers; they lie beside the repository, on machines that have them. */
const CORPUS = fileURLToPath(new URL("../../../../shared/corpus/", import.meta.url));

export const hasCorpus = existsSync(CORPUS);
/** For titles of tests that are skipped. */
export const noCorpus = hasCorpus ? "" : " (skipped: no ../shared/corpus here)";

export function corpusFiles(folder: string): string[] {
  return hasCorpus ? readdirSync(CORPUS + folder).sort() : [];
}

export function corpusBytes(path: string): Uint8Array {
  return new Uint8Array(readFileSync(CORPUS + path));
}

export function corpusJson(path: string): unknown {
  return JSON.parse(readFileSync(CORPUS + path, "utf8"));
}
