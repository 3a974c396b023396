import { type ParseArgsConfig, parseArgs } from "node:util";
import { DBC_ENCODINGS, type DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { UsageError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Options and files of a call; anything unknown is a usage error. */
export function readArguments<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: withDashedValues(args, options), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** `--token -abc` as `--token=-abc`, which parseArgs would refuse: one token of 64 begins with a dash. */
function withDashedValues(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [arg = "", value = ""] = [args[i], args[i + 1]];
    const takesText = arg.startsWith("--") && options[arg.slice(2)]?.type === "string";
    const isDashed = value.startsWith("-") && options[value.slice(2)] === undefined;
    if (takesText && isDashed) joined.push(`${arg}=${args[++i]}`);
    else joined.push(arg);
  }
  return joined;
}

/** `--encoding` of DBC files. */
export function encodingOf(name: string | undefined): DbcEncoding | undefined {
  const encoding = DBC_ENCODINGS.find((known) => known === name?.toLowerCase());
  if (name !== undefined && encoding === undefined) {
    throw new UsageError(`no encoding ${name}; one of ${DBC_ENCODINGS.join(", ")}`);
  }
  return encoding;
}
