import { backUpInstallation } from "@canopy/server/back-up-installation";
import { findBackup, listBackups } from "@canopy/server/operating/backup/backup-place";
import { checkBackup, type ObjectProblem } from "@canopy/server/operating/backup/check-backup";
import { createLog } from "@canopy/server/platform/log";
import { readArguments } from "../arguments.ts";
import { withPlace } from "../backup-options.ts";
import { type Command, type ExitCode, OK, PROBLEMS, UsageError } from "../command.ts";
import { inWords, operatorConfig } from "../operator.ts";

const help = `canopy backup PLACE [--keep N] [--json]
canopy backup --verify PLACE [--at NAME] [--json]
canopy backup --list PLACE

Saves the installation while it runs: the rows of its databases as of one moment, the segment files and the files of
devices, tenants and firmware that these rows name, the secret and the certificate of the data folder. Files that an earlier
backup in the same place has are not copied again. Downloads, uploads to be imported, the lake and the inbox are not saved.

  PLACE        a folder, or a bucket: s3://bucket/prefix or https://host/bucket/prefix, as S3_URL is written; or set
               CANOPY_BACKUP, which keeps the keys out of the list of processes. Who can read it can read everything
  --keep N     removes older backups of the place but for the newest N, and files that no backup names; none where files
               are missing from this one
  --verify     reads a backup, the newest unless --at names one, and compares every checksum; nothing is restored
  --list       names the whole backups of a place
  --json       the result as one line of JSON, each problem as another

Exit code: 0 whole, 1 a file is missing or damaged, 2 called wrongly, or not made.
`;

const OPTIONS = {
  keep: { type: "string" },
  verify: { type: "boolean", default: false },
  list: { type: "boolean", default: false },
  at: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const { CANOPY_BACKUP } = process.env;
  const [place = CANOPY_BACKUP, ...rest] = positionals;
  if (!place || rest.length > 0 || (values.at !== undefined && !values.verify))
    throw new UsageError("see canopy backup --help");
  if (values.list) return list(place);
  return values.verify ? verify(place, values.at, values.json) : save(place, keepOf(values.keep), values.json);
}

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1) throw new UsageError(`--keep ${text}: a number from 1 on`);
  return keep;
}

function save(to: string, keep: number | undefined, json: boolean): Promise<ExitCode> {
  // Keys are among the files: nobody else reads any of them. Not for restore, whose engines must reach the data folder.
  process.umask(0o077);
  return withPlace(to, async (parts) => {
    const made = { ...parts, now: new Date(), keep };
    const { problems, ...report } = await inWords(() => backUpInstallation(operatorConfig(), createLog("error"), made));
    const isWhole = problems.length === 0;
    // They may have what this one lacks.
    if (keep !== undefined && !isWhole)
      process.stderr.write("older backups are kept: files are missing from this one\n");
    tellProblems(problems, json);
    const { backup, rows, bodies, files, copied, copiedBytes } = report;
    if (json) print(JSON.stringify({ ...report, problems: problems.length }));
    else
      print(
        `backup ${backup}: ${rows} rows, ${bodies} segment files, ${files} files; ${copied} copied (${(copiedBytes / 1024 ** 2).toFixed(1)} MB); ${problems.length || "no"} problems`,
      );
    return isWhole ? OK : PROBLEMS;
  });
}

function verify(place: string, at: string | undefined, json: boolean): Promise<ExitCode> {
  return withPlace(place, async (parts) => {
    const { backup, manifest } = await findBackup(parts.place, at);
    const problems = await checkBackup(parts.place, manifest, parts);
    tellProblems(problems, json);
    const { takenAt, version } = manifest;
    if (json) print(JSON.stringify({ backup, takenAt, version, problems: problems.length }));
    else print(`backup ${backup} of Canopy ${version}: ${problems.length || "no"} problems`);
    return problems.length === 0 ? OK : PROBLEMS;
  });
}

function list(place: string): Promise<ExitCode> {
  return withPlace(place, async (parts) => {
    for (const backup of await listBackups(parts.place)) print(backup);
    return OK;
  });
}

function tellProblems(problems: readonly ObjectProblem[], json: boolean): void {
  for (const problem of problems) print(json ? JSON.stringify(problem) : `${problem.where} ${problem.what}`);
}

export const command: Command = { help, run };
