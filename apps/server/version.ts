import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Of the program. */
export const VERSION = readVersion();

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
