import { listOutboxRows } from "@canopy/server/messages/outbox-store";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";
import { onDatabase } from "../operator.ts";

const help = `canopy outbox [--to DESTINATION] [--count N]

Prints the newest messages of the outbox, one JSON line each, newest first: what was sent, and what waits because no
provider is configured, verification codes among it.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const options = { to: { type: "string", default: "" }, count: { type: "string", default: "20" } } as const;
  const { values, positionals } = readArguments(args, options);
  const count = Number(values.count);
  if (positionals.length > 0 || !Number.isInteger(count) || count < 1) throw new UsageError("see canopy outbox --help");
  const query = { current_page: 1, page_size: count, keyword: values.to };
  const { list } = await onDatabase(({ db }) => listOutboxRows(db, query));
  for (const { secret: _, ...message } of list) process.stdout.write(`${JSON.stringify(message)}\n`);
  return OK;
}

export const command: Command = { help, run };
