import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { EngineHome } from "../engines/engine-home.ts";
import { canReach } from "../engines/engine-user.ts";
import { EMULATED_PACKAGES } from "./emulated-engine.ts";
import type { AvailableEngine } from "./resolve-engine.ts";

/** What is needed to run the child: program and first arguments, its script, and where it finds chdb. */
export interface RunnableEngine {
  readonly command: readonly string[];
  readonly script: string;
  readonly resolveFrom: string;
}

const SCRIPTS = join(import.meta.dirname, "child");
const SCRIPT = "clickhouse-child.ts";
const LIBRARY = /^@chdb\/lib-/;

/** The engine where it is installed, or, where the engine's user cannot enter that place, copies in the home. */
export function reachableEngine(home: EngineHome, engine: AvailableEngine): RunnableEngine {
  const inPlace = { command: engine.command, script: join(SCRIPTS, SCRIPT), resolveFrom: engine.resolveFrom };
  const node = engine.command.at(-1) ?? "";
  const needed = [SCRIPTS, node, packageFolder(engine, "chdb"), packageFolder(engine, engine.library)];
  if (needed.every((path) => canReach(path, home.user))) return inPlace;

  const shelf = join(home.folder, "bin");
  mkdirSync(shelf, { recursive: true });
  execFileSync("chmod", ["a+rx", home.folder, shelf]);
  const packages = copyPackages(shelf, engine, node);
  return {
    command: [...engine.command.slice(0, -1), join(packages, "node")],
    script: join(copyScripts(shelf), SCRIPT),
    resolveFrom: join(packages, "package.json"),
  };
}

function packageFolder(engine: AvailableEngine, name: string): string {
  const resolve = createRequire(engine.resolveFrom).resolve;
  // The library has no package.json among its exports, but its main file lies beside it.
  return dirname(LIBRARY.test(name) ? resolve(name) : resolve(`${name}/package.json`));
}

/** Half a gigabyte, so once per version. */
function copyPackages(shelf: string, engine: AvailableEngine, node: string): string {
  const versions = EMULATED_PACKAGES.map(({ version }) => version).join("-");
  const copy = join(shelf, `chdb-${engine.kind}-${versions}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const name of ["chdb", engine.library])
    cpSync(packageFolder(engine, name), join(unfinished, "node_modules", name), { recursive: true });
  copyFileSync(node, join(unfinished, "node"));
  execFileSync("chmod", ["-R", "a+rX", unfinished]);
  execFileSync("chmod", ["a+x", join(unfinished, "node")]);
  renameSync(unfinished, copy);
  return copy;
}

/** Small, and ours to change at any time: copied at each start. */
function copyScripts(shelf: string): string {
  const copy = join(shelf, "clickhouse-child");
  rmSync(copy, { recursive: true, force: true });
  cpSync(SCRIPTS, copy, { recursive: true });
  execFileSync("chmod", ["-R", "a+rX", copy]);
  return copy;
}
