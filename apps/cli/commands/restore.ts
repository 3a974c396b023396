import { createInterface } from "node:readline/promises";
import { createLog } from "@canopy/server/platform/log";
import { restoreInstallation } from "@canopy/server/restore-installation";
import { readArguments } from "../arguments.ts";
import { withPlace } from "../backup-options.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";
import { inWords, operatorConfig } from "../operator.ts";

const help = `canopy restore PLACE [--at NAME] [--force] [--json]

Brings a backup into the installation of this configuration, which has to be empty and stopped. Every checksum is compared
before anything is written. The program may be newer than the one that made the backup: its migrations run at the end. With
CANOPY_SECRET it has to be that of the backup.

  PLACE        where canopy backup wrote to; or set CANOPY_BACKUP
  --at NAME    one of canopy backup --list; the newest unless given
  --force      empties the installation first, when the word empty was entered; with S3_URL its bucket/prefix
  --json       the summary as one line of JSON

Then: canopy verify, and start. Exit code: 0 restored, 2 refused or called wrongly.
`;

const OPTIONS = {
  at: { type: "string" },
  force: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const { CANOPY_BACKUP } = process.env;
  const [from = CANOPY_BACKUP, ...rest] = positionals;
  if (!from || rest.length > 0) throw new UsageError("see canopy restore --help");
  return withPlace(from, async (parts) => {
    const options = { ...parts, backup: values.at, mayEmpty: values.force ? askToEmpty : undefined };
    const report = await inWords(() => restoreInstallation(operatorConfig(), createLog("error"), options));
    const { backup, takenAt, rows, bodies, files } = report;
    process.stdout.write(
      values.json
        ? `${JSON.stringify(report)}\n`
        : `restored ${backup}, the state of ${takenAt}: ${rows} rows, ${bodies} segment files, ${files} files\n`,
    );
    return OK;
  });
}

/** From standard input, so that a script can answer too. */
async function askToEmpty(what: string, word: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const gone = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([
      lines.question(`${what}. All of it is deleted. Enter ${word} to go on: `),
      gone,
    ]);
    return answer.trim() === word;
  } finally {
    lines.close();
  }
}

export const command: Command = { help, run };
