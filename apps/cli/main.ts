import { type Command, type ExitCode, OK, USAGE, UsageError } from "./command.ts";

interface CommandEntry {
  summary: string;
  /** Loaded only when called: a command of the library must not load the server. */
  load(): Promise<{ command: Command }>;
}

const COMMANDS: Record<string, CommandEntry> = {
  decode: { summary: "signals of a log by a DBC, one JSON line per frame", load: () => import("./commands/decode.ts") },
  convert: { summary: "any log format to any other", load: () => import("./commands/convert.ts") },
  info: { summary: "what a DBC, log, firmware or GPS file holds, as JSON", load: () => import("./commands/info.ts") },
  import: { summary: "a log into the history of a device", load: () => import("./commands/import.ts") },
  simulate: {
    summary: "terminals that are not there: demonstration or load",
    load: () => import("./commands/simulate.ts"),
  },
  agent: {
    summary: "make this machine a terminal: SocketCAN, candump or a log",
    load: () => import("./commands/agent.ts"),
  },
  serve: { summary: "run the server", load: () => import("./commands/serve.ts") },
  admin: {
    summary: "what the system console does: registrations, packages, requests, announcements",
    load: () => import("./commands/admin.ts"),
  },
  tenant: { summary: "make, list, close and open tenants", load: () => import("./commands/tenant.ts") },
  token: { summary: "make an API token", load: () => import("./commands/token.ts") },
  outbox: { summary: "what was sent to people, or waits for a provider", load: () => import("./commands/outbox.ts") },
  verify: {
    summary: "every checksum, row and count of the frame store",
    load: () => import("./commands/verify.ts"),
  },
  frames: {
    summary: "the frame servers, and moving a device between them",
    load: () => import("./commands/frames.ts"),
  },
  lake: { summary: "frames and signals as Parquet for other tools", load: () => import("./commands/lake.ts") },
  sql: { summary: "views of DuckDB that decode the lake by a DBC", load: () => import("./commands/sql.ts") },
  backup: { summary: "save the installation while it runs", load: () => import("./commands/backup.ts") },
  restore: { summary: "bring a backup into an empty installation", load: () => import("./commands/restore.ts") },
  secret: { summary: "change the secret that encrypts keys and passwords", load: () => import("./commands/secret.ts") },
  mcp: {
    summary: "devices, signals, curves and alarms for language models (MCP)",
    load: () => import("./commands/mcp.ts"),
  },
  doctor: { summary: "explain the configuration and the machine", load: () => import("./commands/doctor.ts") },
};

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `canopy COMMAND …\n\n${lines.join("\n")}\n\ncanopy COMMAND --help says more.\n`;
}

export async function main(args: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(help());
    return name === undefined ? USAGE : OK;
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    process.stderr.write(`canopy: no command ${name}\n\n${help()}`);
    return USAGE;
  }
  const { command } = await entry.load();
  if (rest.includes("--help") || rest.includes("-h")) {
    process.stdout.write(command.help);
    return OK;
  }
  return run(name, command, rest);
}

async function run(name: string, command: Command, args: readonly string[]): Promise<ExitCode> {
  try {
    return await command.run(args);
  } catch (error) {
    // The reader of our output has left (`canopy decode … | head`): nothing is wrong.
    if (isCode(error, "EPIPE")) return OK;
    if (!(error instanceof UsageError) && !isFileError(error)) throw error;
    process.stderr.write(`canopy ${name}: ${error.message}\n`);
    return USAGE;
  }
}

function isCode(error: unknown, code: string): error is Error {
  return error instanceof Error && "code" in error && error.code === code;
}

/** A file that is not there, or may not be read or written. */
function isFileError(error: unknown): error is Error {
  return ["ENOENT", "EACCES", "EISDIR", "EPERM", "ENOTDIR", "ENOSPC"].some((code) => isCode(error, code));
}
