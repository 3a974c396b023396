import { serverInWords } from "@canopy/server/frames/servers/frame-server";
import { BackupRuns, removeUnnamed } from "@canopy/server/frames/store/files/unnamed-files";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS, UsageError } from "../command.ts";
import { onFrames } from "../operator.ts";

const help = `canopy verify [--json]
canopy verify --remove-unnamed [--yes] [--json]

Reads the whole frame store, beside the running server or without it: every checksum, every row with its file, every
count. Prints what is wrong, and how far it is; with --json each problem and the summary are a line of JSON.

  --remove-unnamed   lists the segment files that no row names, which a recovery to a point in time leaves, and nothing else
  --yes              removes them. A recovery to a later time would need them: do it when this one is to stay

Exit code: 0 all well, 1 there is a problem, 2 called wrongly.
`;

const OPTIONS = {
  json: { type: "boolean", default: false },
  "remove-unnamed": { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
} as const;

const SAY_EVERY_MS = 2000;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values } = readArguments(args, OPTIONS);
  if (values["remove-unnamed"]) return unnamed(values.yes, values.json);
  if (values.yes) throw new UsageError("--yes belongs to --remove-unnamed: see canopy verify --help");
  return verify(values.json);
}

function verify(json: boolean): Promise<ExitCode> {
  const say = json ? () => undefined : progress();
  return onFrames(async ({ store }) => {
    const { files, segments, frames, problems } = await store.verify(
      (problem) => print(json ? JSON.stringify(problem) : `${problem.where}: ${problem.what}`),
      say,
    );
    if (json) print(JSON.stringify({ summary: { files, segments, frames, problems } }));
    else print(`${files} files, ${segments} segments, ${frames} frames: ${problems || "no"} problems`);
    return problems === 0 ? OK : PROBLEMS;
  });
}

async function unnamed(isMeant: boolean, json: boolean): Promise<ExitCode> {
  const sum = { files: 0, bytes: 0 };
  await onFrames(async ({ servers }) => {
    for (const server of servers) {
      const where = servers.length > 1 ? `${serverInWords(server)}, ` : "";
      await removeUnnamed(
        { pool: server.database.pool, files: server.store.files },
        {
          isDry: !isMeant,
          told({ name, bytes }) {
            sum.files += 1;
            sum.bytes += bytes;
            print(json ? JSON.stringify({ where: `${where}${name}`, bytes }) : `${where}${name} ${bytes} bytes`);
          },
        },
      );
    }
  }).catch((error: unknown) => {
    throw error instanceof BackupRuns ? new UsageError(error.message) : error;
  });
  if (json) print(JSON.stringify({ summary: { ...sum, removed: isMeant } }));
  else
    print(
      `${sum.files} files, ${(sum.bytes / 1024 ** 2).toFixed(1)} MB, that no row names: ${
        isMeant ? "removed" : "nothing was removed; with --yes they are"
      }`,
    );
  return OK;
}

/** A line now and then: a large store takes minutes. */
function progress(): (done: number, of: number) => void {
  let saidMs = performance.now();
  return (done, of) => {
    if (performance.now() - saidMs < SAY_EVERY_MS) return;
    saidMs = performance.now();
    print(`${done} of ${of} segments read`);
  };
}

export const command: Command = { help, run };
