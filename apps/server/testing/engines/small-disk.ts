import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freeBytes } from "../../platform/engines/data-folder.ts";

const BALLAST = "ballast";
const CHUNK_BYTES = 64 * 1024;

/** A disk in memory, which a test fills and clears. */
export interface SmallDisk {
  /** Why it could not be mounted: root alone may, and not in every container. */
  readonly missing: string | undefined;
  readonly folder: string;
  /** Fills it except for `leftBytes`. */
  fill(leftBytes: number): void;
  clear(): void;
  unmount(): void;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "canopy-disk-"));
  const missing = mount(folder, megabytes);
  return {
    missing,
    folder,
    fill(leftBytes) {
      const handle = openSync(join(folder, BALLAST), "w");
      const chunk = Buffer.alloc(CHUNK_BYTES);
      try {
        while (freeBytes(folder) > leftBytes) writeSync(handle, chunk);
      } finally {
        closeSync(handle);
      }
    },
    clear: () => rmSync(join(folder, BALLAST), { force: true }),
    unmount() {
      // Lazily: an engine may still be on its way out.
      if (missing === undefined) execFileSync("umount", ["-l", folder]);
      rmdirSync(folder);
    },
  };
}

function mount(folder: string, megabytes: number): string | undefined {
  try {
    const options = `size=${megabytes}m,mode=755`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "pipe" });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
