import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK, UsageError } from "../command.ts";
import { canopyServer } from "../mcp/canopy-server.ts";
import { addressOf, serveHttp } from "../mcp/serve-http.ts";

const help = `canopy mcp [--url URL]                                     on standard input and output
canopy mcp --port PORT [--host HOST] [--name NAME …] [--url URL]   over HTTP at /mcp

Devices, signals, curves and alarms for programs that speak the Model Context Protocol. Reading only, and only what an
access token may read (Personal center → Access tokens; scope read is enough).

  --url URL     of Canopy; else $CANOPY_URL, else http://127.0.0.1:8080
  --port PORT   listen for HTTP; each request brings its own token as Authorization: Bearer …
  --host HOST   listen there; else 127.0.0.1. Put TLS in front of anything else
  --name NAME   a host name by which it may be called, besides localhost

On standard input the token is $CANOPY_TOKEN.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    url: { type: "string" },
    port: { type: "string" },
    host: { type: "string", default: "127.0.0.1" },
    name: { type: "string", multiple: true, default: [] },
  });
  if (positionals.length > 0) throw new UsageError(`unexpected ${positionals.join(" ")}`);
  const url = urlOf(values.url ?? process.env.CANOPY_URL ?? "http://127.0.0.1:8080");
  if (values.port === undefined) return onStandardInput(url);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`--port ${values.port} is no port`);
  const server = await serveHttp({ url, host: values.host, port, names: values.name, report });
  process.stderr.write(`canopy mcp: ${addressOf(server)} for ${url}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close().closeAllConnections());
  await once(server, "close");
  return OK;
}

async function onStandardInput(url: string): Promise<ExitCode> {
  const token = process.env.CANOPY_TOKEN;
  if (!token) throw new UsageError("CANOPY_TOKEN holds no access token");
  const served = serveStdio(() => canopyServer(url, token), { onerror: report });
  await once(process.stdin, "close");
  await served.close();
  return OK;
}

function urlOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new UsageError(`--url ${text} is no http address`);
  return text.replace(/\/+$/, "");
}

/** Standard output carries the protocol. */
const report = (error: Error): void => void process.stderr.write(`canopy mcp: ${error.message}\n`);

export const command: Command = { help, run };
