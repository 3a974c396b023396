import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { SECRET_MIN_LENGTH } from "./config-variables.ts";
import { StartFault } from "./engines/start-fault.ts";

const SECRET_FILE = "secret";

/** CANOPY_SECRET, or the one made at the first start and kept in the data folder (mode 0600). The lock must be held. */
export function storedSecret(config: Pick<Config, "secret" | "dataFolder">): string {
  if (config.secret !== undefined) return config.secret;
  const path = join(config.dataFolder, SECRET_FILE);
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("hex"), { mode: 0o600, flush: true });
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length >= SECRET_MIN_LENGTH) return secret;
  throw new StartFault(`${path} is damaged: restore it from a backup, or remove it and have everybody sign in again.`);
}
