import { type RotatedColumn, rotateSecret } from "@canopy/server/operating/secret/rotate-secret";
import { hasOtherUsers } from "@canopy/server/platform/postgres/has-other-users";
import { changeStoredSecret, type SecretChange, storedSecret } from "@canopy/server/platform/secret";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS, UsageError } from "../command.ts";
import { onDatabase, operatorConfig } from "../operator.ts";

const help = `canopy secret rotate [--json]

Changes the secret of the installation: what is encrypted under the old one (keys of second factors, signing secrets of push
rules and webhooks, passwords of providers and buckets, unlock files) is encrypted under the new one. Canopy has to be stopped
on all machines. Cut off, or run again, it goes on; what is under the new secret already stays.

  with CANOPY_SECRET      set it to the new secret, and CANOPY_OLD_SECRET to the old one
  without                 a new one is made in the data folder; with CANOPY_OLD_SECRET that one is the old one

  --json       a line of JSON for each column

Exit code: 0 all is under the new secret, 1 something was under neither and has to be entered again, 2 called wrongly.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, { json: { type: "boolean", default: false } });
  if (positionals.length !== 1 || positionals[0] !== "rotate") throw new UsageError("see canopy secret --help");
  const columns = await onDatabase(async ({ pool }) => {
    if (await hasOtherUsers(pool))
      throw new UsageError("Canopy runs on this database: stop it on all machines, it would go on with the old secret");
    const change = changeOf();
    const done = await rotateSecret(pool, change.old, change.fresh);
    change.finish();
    return done;
  });
  for (const column of columns) process.stdout.write(`${values.json ? JSON.stringify(column) : inWords(column)}\n`);
  return columns.some(({ unreadable }) => unreadable > 0) ? PROBLEMS : OK;
}

/** From the environment: arguments are seen in the list of processes. */
function changeOf(): SecretChange {
  const config = operatorConfig();
  const old = process.env.CANOPY_OLD_SECRET;
  if (old) return { old, fresh: storedSecret(config), finish: () => undefined };
  if (config.secret !== undefined)
    throw new UsageError("with CANOPY_SECRET, which is the new secret, set CANOPY_OLD_SECRET to the old one");
  return changeStoredSecret(config.dataFolder);
}

const inWords = ({ table, column, resealed, already, unreadable }: RotatedColumn) =>
  `${`${table}.${column}`.padEnd(28)} ${resealed} encrypted anew, ${already} were already${
    unreadable > 0 ? `; ${unreadable} can be read with neither secret and have to be entered again` : ""
  }`;

export const command: Command = { help, run };
