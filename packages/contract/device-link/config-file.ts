import { z } from "zod";
import { type DeviceConfig, deviceConfig } from "./config.ts";
import { CONFIG_IMPORT_MAX_BYTES } from "./config-ranges.ts";

export const CONFIG_FILE_FORMAT = "canopy-config/1";

/** Fields of an export beside the configuration itself; an import takes the bare configuration too. */
const configFile = z.object({ format: z.literal(CONFIG_FILE_FORMAT), config: z.unknown() });

export type ConfigFile =
  | { readonly kind: "config"; readonly config: DeviceConfig }
  | { readonly kind: "tooLarge" }
  | { readonly kind: "notJson" }
  /** JSON, but not a configuration: its problems. */
  | { readonly kind: "wrong"; readonly issues: readonly z.core.$ZodIssue[]; readonly content: unknown };

/** DEV-05: reads a file of at most 10 MB. */
export function readConfigFile(text: string, bytes: number): ConfigFile {
  if (bytes > CONFIG_IMPORT_MAX_BYTES) return { kind: "tooLarge" };
  const json = parse(text);
  if (json === undefined) return { kind: "notJson" };
  const wrapped = configFile.safeParse(json);
  const content = wrapped.success ? wrapped.data.config : json;
  const checked = deviceConfig.safeParse(content);
  return checked.success
    ? { kind: "config", config: checked.data }
    : { kind: "wrong", issues: checked.error.issues, content };
}

export function writeConfigFile(config: DeviceConfig, about: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ format: CONFIG_FILE_FORMAT, ...about, config }, null, 2)}\n`;
}

function parse(text: string): unknown {
  try {
    // Some editors put a mark before the first brace.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
