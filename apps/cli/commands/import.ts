import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@canopy/contract/platform/client";
import { CallError } from "@canopy/contract/platform/http-call";
import {
  createImport,
  getImport,
  IMPORT_CHUNK_BYTES,
  type ImportTask,
  startImport,
  uploadImport,
} from "@canopy/contract/transfers/imports";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, PROBLEMS, UsageError } from "../command.ts";

const help = `canopy import FILE --device ID --token TOKEN [--url URL] [--channel FROM=TO]… [--shift SECONDS]

  FILE               a log that canopy convert reads, not compressed, found by its content
  --device ID        the device (things_id) whose history it becomes
  --token TOKEN      a token with scope read-write (canopy token create); or the variable CANOPY_TOKEN
  --url URL          the server, http://localhost:8080 unless said
  --channel FROM=TO  a channel of the file and the device's, from 0; those that are not named are left out
  --shift SECONDS    added to every time: files without a zone, clocks that were wrong

The same file again stores nothing twice. Prints what the file holds and what was stored, as JSON.
Exit code: 0 done, 1 refused or problems in the file, 2 called wrongly.
`;

const LOOK_AGAIN_MS = 300;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    device: { type: "string" },
    token: { type: "string" },
    url: { type: "string" },
    channel: { type: "string", multiple: true },
    shift: { type: "string" },
  });
  const [path] = positionals;
  const token = values.token ?? process.env.CANOPY_TOKEN;
  if (path === undefined || positionals.length !== 1 || values.device === undefined || token === undefined)
    throw new UsageError("FILE, --device and --token are needed; see canopy import --help");
  const shiftMs = Number(values.shift ?? 0) * 1000;
  if (!Number.isFinite(shiftMs)) throw new UsageError(`--shift ${values.shift} is no number of seconds`);
  const request = {
    shift_ms: Math.round(shiftMs),
    ...(values.channel && { channels: values.channel.map(channelOf) }),
  };
  const api = createClient({
    base: `${values.url ?? "http://localhost:8080"}/api`,
    token: () => token,
    language: () => "en",
  });
  const file = await open(path, "r");
  try {
    const checked = await upload(api, values.device, file, basename(path));
    if (checked.state !== "checked") return refused(checked);
    const started = await api(startImport, { params: { task_id: checked.task_id }, body: request });
    const done = await until(api, started.data);
    if (done.state !== "done") return refused(done);
    const { found, stored, repeated } = done;
    process.stdout.write(`${JSON.stringify({ ...found, stored, repeated })}\n`);
    return (found?.problem_count ?? 0) > 0 ? PROBLEMS : OK;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    process.stderr.write(`${error.code}: ${error.message}\n`);
    return PROBLEMS;
  } finally {
    await file.close();
  }
}

function channelOf(text: string): { from: number; to: number } {
  const match = /^(\d{1,3})=(\d{1,3})$/.exec(text);
  if (!match) throw new UsageError(`--channel ${text}: FROM=TO, such as 0=1`);
  return { from: Number(match[1]), to: Number(match[2]) };
}

async function upload(api: Client, thingsId: string, file: FileHandle, name: string): Promise<ImportTask> {
  const { size } = await file.stat();
  let { data: task } = await api(createImport, { params: { things_id: thingsId }, body: { name, size } });
  while (task.received < size) {
    const piece = new Uint8Array(Math.min(IMPORT_CHUNK_BYTES, size - task.received));
    const { bytesRead } = await file.read(piece, 0, piece.length, task.received);
    if (bytesRead === 0) throw new UsageError("the file became shorter while it was sent");
    const params = { task_id: task.task_id };
    const sent = { params, query: { offset: task.received }, body: piece.subarray(0, bytesRead) };
    task = (await api(uploadImport, sent)).data;
  }
  return until(api, task);
}

async function until(api: Client, task: ImportTask): Promise<ImportTask> {
  let now = task;
  while (now.state === "uploading" || now.state === "checking" || now.state === "importing") {
    await sleep(LOOK_AGAIN_MS);
    now = (await api(getImport, { params: { task_id: task.task_id } })).data;
  }
  return now;
}

function refused({ state, message_code }: ImportTask): ExitCode {
  process.stderr.write(`${state}${message_code === null ? "" : `: ${message_code}`}\n`);
  return PROBLEMS;
}

export const command: Command = { help, run };
