import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS } from "../command.ts";
import { onFrames } from "../operator.ts";

const help = `canopy verify [--json]

Reads the whole frame store, beside the running server or without it: every checksum, every row with its file, every
count. Prints what is wrong, and how far it is; with --json each problem and the summary are a line of JSON. Exit code: 0
all well, 1 there is a problem.
`;

const SAY_EVERY_MS = 2000;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values } = readArguments(args, { json: { type: "boolean", default: false } });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const say = values.json ? () => undefined : progress(print);
  return onFrames(async ({ store }) => {
    const { files, segments, frames, problems } = await store.verify(
      (problem) => print(values.json ? JSON.stringify(problem) : `${problem.where}: ${problem.what}`),
      say,
    );
    if (values.json) print(JSON.stringify({ summary: { files, segments, frames, problems } }));
    else print(`${files} files, ${segments} segments, ${frames} frames: ${problems || "no"} problems`);
    return problems === 0 ? OK : PROBLEMS;
  });
}

/** A line now and then: a large store takes minutes. */
function progress(print: (line: string) => void): (done: number, of: number) => void {
  let saidMs = performance.now();
  return (done, of) => {
    if (performance.now() - saidMs < SAY_EVERY_MS) return;
    saidMs = performance.now();
    print(`${done} of ${of} segments read`);
  };
}

export const command: Command = { help, run };
