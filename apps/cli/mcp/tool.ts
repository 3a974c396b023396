import type { Client } from "@canopy/contract/platform/client";
import { CallError } from "@canopy/contract/platform/http-call";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

/** A tool that changes nothing. */
export interface Tool<T extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: T;
  /** The answer is given to the model as JSON. */
  run(canopy: Client, input: z.output<T>, signal: AbortSignal): Promise<unknown>;
}

export function registerTool(server: McpServer, canopy: Client, tool: Tool): void {
  const { title, description, input } = tool;
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  server.registerTool(tool.name, { title, description, inputSchema: input, annotations }, async (given, context) => {
    try {
      const answer = await tool.run(canopy, given, context.mcpReq.signal);
      return { content: [{ type: "text", text: JSON.stringify(answer) }] };
    } catch (error) {
      return refusal(error);
    }
  });
}

/** The model reads why, and may ask again in another way; anything else is a fault of the program. */
function refusal(error: unknown): CallToolResult {
  if (!(error instanceof CallError)) throw error;
  const { status, code, message, body } = error;
  const text =
    status === 0 ? "the Canopy server does not answer" : `${code}: ${message}${body.field ? ` (${body.field})` : ""}`;
  return { isError: true, content: [{ type: "text", text }] };
}

export const device = z.uuid().describe("id of the device, as list_devices tells");

/** A range of time; the last hour unless it is given. */
export const range = {
  from: z.iso.datetime({ offset: true }).optional().describe("ISO 8601; an hour before `to` unless given"),
  to: z.iso.datetime({ offset: true }).optional().describe("ISO 8601; now unless given"),
};
const HOUR_MS = 3_600_000;

/** In epoch milliseconds. */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const toMs = to === undefined ? Date.now() : Date.parse(to);
  return { fromMs: from === undefined ? toMs - HOUR_MS : Date.parse(from), toMs };
}

export const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
