import { spawnSync } from "node:child_process";

/** For tests that run a program of the machine: true, with the reason printed, where it has none. */
export function isMissing(program: string): boolean {
  const missing = spawnSync(program, ["--version"]).error !== undefined;
  if (missing) console.log(`${program} is not on this machine: tests that run it are skipped`);
  return missing;
}
