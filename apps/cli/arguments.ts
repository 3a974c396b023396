import { type ParseArgsConfig, parseArgs } from "node:util";
import { DBC_ENCODINGS, type DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { UsageError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Options and files of a call; anything unknown is a usage error. */
export function readArguments<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** `--encoding` of DBC files. */
export function encodingOf(name: string | undefined): DbcEncoding | undefined {
  const encoding = DBC_ENCODINGS.find((known) => known === name?.toLowerCase());
  if (name !== undefined && encoding === undefined) {
    throw new UsageError(`no encoding ${name}; one of ${DBC_ENCODINGS.join(", ")}`);
  }
  return encoding;
}
