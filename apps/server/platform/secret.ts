import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { SECRET_MIN_LENGTH } from "./config-variables.ts";
import { StartFault } from "./engines/start-fault.ts";

const SECRET_FILE = "secret";
/** That of before, while values are sealed anew under another one. */
const OLD_FILE = "secret.old";

/** CANOPY_SECRET, or the one made at the first start and kept in the data folder (mode 0600). The lock must be held. */
export function storedSecret(config: Pick<Config, "secret" | "dataFolder">): string {
  if (config.secret !== undefined) return config.secret;
  if (existsSync(join(config.dataFolder, OLD_FILE)))
    throw new StartFault(`A change of the secret in ${config.dataFolder} was cut off: run canopy secret rotate.`);
  const path = join(config.dataFolder, SECRET_FILE);
  if (!existsSync(path)) writeSecret(path, newSecret());
  return readSecret(path);
}

export interface SecretChange {
  readonly old: string;
  readonly fresh: string;
  /** Everything is sealed under the new one. */
  finish(): void;
}

/** A new secret in the data folder, or the one of a change that was cut off. The lock must be held. */
export function changeStoredSecret(dataFolder: string): SecretChange {
  const [path, oldPath] = [join(dataFolder, SECRET_FILE), join(dataFolder, OLD_FILE)];
  if (!existsSync(oldPath)) replace(oldPath, readSecret(path));
  const old = readSecret(oldPath);
  if (readSecret(path) === old) replace(path, newSecret());
  return { old, fresh: readSecret(path), finish: () => rmSync(oldPath) };
}

const newSecret = () => randomBytes(32).toString("hex");

const writeSecret = (path: string, secret: string) => writeFileSync(path, secret, { mode: 0o600, flush: true });

/** Whole, or not at all. */
function replace(path: string, secret: string): void {
  writeSecret(`${path}.new`, secret);
  renameSync(`${path}.new`, path);
}

function readSecret(path: string): string {
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length >= SECRET_MIN_LENGTH) return secret;
  throw new StartFault(`${path} is damaged: restore it from a backup, or remove it and have everybody sign in again.`);
}
