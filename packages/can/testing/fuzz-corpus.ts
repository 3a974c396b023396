import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Inputs by the name of their target: those that once broke it, and those that `fuzz-collect.ts` kept as each reaches code that the
 * others do not. Made from the seeds beside the parsers, never from files of other people. Each run begins with them and spoils them too.
 */
export const CORPUS = join(dirname(fileURLToPath(import.meta.url)), "fuzz-corpus");

export function storedInputs(target: string): Uint8Array[] {
  const folder = join(CORPUS, folderOf(target));
  return existsSync(folder) ? readdirSync(folder).map((name) => new Uint8Array(readFileSync(join(folder, name)))) : [];
}

export function storeInput(target: string, input: Uint8Array): string {
  const folder = join(CORPUS, folderOf(target));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${createHash("sha256").update(input).digest("hex").slice(0, 16)}.bin`);
  writeFileSync(path, input);
  return path;
}

export const folderOf = (target: string): string => target.replaceAll(/[^\w.-]+/g, "-");
