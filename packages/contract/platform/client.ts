import { z } from "zod";
import { type CallArguments, type Endpoint, isBinary, type Reply } from "./endpoint.ts";
import type { ErrorBody } from "./errors.ts";
import type { Language } from "./language.ts";

/** A call that the server answered with an error, or that did not reach it (`status` 0, code `network`). */
export class CallError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = "CallError";
    this.status = status;
    this.body = body;
  }

  get code(): string {
    return this.body.code;
  }
}

export interface ClientOptions {
  /** Such as `/api` or `https://host/v1`. */
  base: string;
  fetch?: typeof fetch;
  token?: () => string | null;
  language?: () => Language;
}

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
}

export type Client = <E extends Endpoint>(
  endpoint: E,
  sent: CallArguments<E>,
  options?: CallOptions,
) => Promise<Reply<E>>;

/** The typed client: every page, script and test calls the server through the declarations. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch;
  return async (endpoint, sent, call = {}) => {
    const url = addressOf(options.base, endpoint, sent);
    const isBytes = isBinary(endpoint.body);
    const type = isBytes ? "application/octet-stream" : "application/json";
    const headers = headersOf(options, call, sent.body === undefined ? undefined : type);
    const init: RequestInit = { method: endpoint.method, headers };
    if (sent.body !== undefined)
      init.body = isBytes ? (sent.body as NonNullable<RequestInit["body"]>) : JSON.stringify(sent.body);
    if (call.signal) init.signal = call.signal;
    const response = await send(url, init).catch((cause: unknown) => {
      if (call.signal?.aborted) throw cause;
      throw new CallError(0, { code: "network", message: "network", errorMsg: "network" });
    });
    const text = await response.text();
    if (!response.ok) throw new CallError(response.status, errorBodyOf(response.status, text));
    return endpoint.reply.parse(contentOf(endpoint, text)) as Reply<typeof endpoint>;
  };
}

/** An answer that is not JSON, such as CSV, is returned as text. */
function contentOf({ contentType }: Endpoint, text: string): unknown {
  if (!contentType.startsWith("application/json")) return text;
  return text === "" ? undefined : JSON.parse(text);
}

/** The address of a call: places of the path filled, query values appended, absent ones left out. */
export function addressOf(base: string, endpoint: Endpoint, sent: { params?: unknown; query?: unknown }): string {
  const params = (sent.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((sent.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const search = query.toString();
  return `${endpoint.base === "root" ? "" : base}${path}${search ? `?${search}` : ""}`;
}

function headersOf(options: ClientOptions, call: CallOptions, bodyType: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  const token = options.token?.();
  if (token) headers.authorization = `Bearer ${token}`;
  if (options.language) headers["accept-language"] = options.language();
  if (bodyType !== undefined) headers["content-type"] = bodyType;
  if (call.idempotencyKey) headers["idempotency-key"] = call.idempotencyKey;
  return headers;
}

const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  errorMsg: z.string().default(""),
  field: z.string().optional(),
  details: z.unknown().optional(),
});

/** A proxy may answer with a page instead of our JSON; its status is all there is to say then. */
function errorBodyOf(status: number, text: string): ErrorBody {
  try {
    return errorBody.parse(JSON.parse(text)) as ErrorBody;
  } catch {
    return { code: `http.${status}`, message: `HTTP ${status}`, errorMsg: `HTTP ${status}` };
  }
}
