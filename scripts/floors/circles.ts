import { posix } from "node:path";
import type { Import } from "./imports.ts";

/** Files and what they import; dynamic and type imports count too. */
export type ImportsByFile = ReadonlyMap<string, readonly Import[]>;

/** Groups of files that reach each other, each sorted; a file alone is none. */
export function circlesIn(files: ImportsByFile): string[][] {
  const walk = new Walk(files);
  for (const path of files.keys()) walk.visit(path);
  return walk.circles;
}

/** The file of the house that an import names, if it is one. */
export function targetOf(path: string, specifier: string, files: ImportsByFile): string | undefined {
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    return files.has(target) ? target : undefined;
  }
  if (!specifier.startsWith("@canopy/")) return undefined;
  const place = specifier.slice("@canopy/".length);
  return ["packages", "apps"]
    .flatMap((top) => [`${top}/${place}.ts`, `${top}/${place}.tsx`])
    .find((target) => files.has(target));
}

/** Tarjan's algorithm: a group is complete when its first file has been left. */
class Walk {
  readonly circles: string[][] = [];
  readonly #files: ImportsByFile;
  readonly #numbers = new Map<string, number>();
  readonly #lowest = new Map<string, number>();
  readonly #path: string[] = [];
  readonly #onPath = new Set<string>();

  constructor(files: ImportsByFile) {
    this.#files = files;
  }

  visit(path: string): void {
    if (this.#numbers.has(path)) return;
    const number = this.#numbers.size;
    this.#numbers.set(path, number);
    this.#lowest.set(path, number);
    this.#path.push(path);
    this.#onPath.add(path);
    for (const { specifier } of this.#files.get(path) ?? []) this.#follow(path, specifier);
    if (this.#lowest.get(path) === number) this.#leave(path);
  }

  #follow(path: string, specifier: string): void {
    const target = targetOf(path, specifier, this.#files);
    if (target === undefined) return;
    this.visit(target);
    if (!this.#onPath.has(target)) return;
    const [own, others] = [this.#lowest.get(path), this.#lowest.get(target)] as [number, number];
    this.#lowest.set(path, Math.min(own, others));
  }

  #leave(first: string): void {
    const group = this.#path.splice(this.#path.indexOf(first));
    for (const path of group) this.#onPath.delete(path);
    if (group.length > 1) this.circles.push(group.sort());
  }
}
