// What the typed client of the house and the published one share. Imports nothing: `npm run client` copies it.

/** The answer of a call that failed. */
export interface ErrorBody {
  code: string;
  message: string;
  errorMsg: string;
  field?: string;
  details?: unknown;
}

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
  language?: () => string;
}

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/** Where a call goes: below the base path, or at the server's root. */
export interface CallPlace {
  readonly base: "api" | "root";
  /** With `{field}` places. */
  readonly path: string;
}

export interface Call extends CallPlace {
  readonly method: string;
  /** The body is bytes; else JSON. */
  readonly sendsBytes: boolean;
  /** The answer is JSON; else text. */
  readonly answersJson: boolean;
}

export interface Sent {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

export async function sendCall(
  options: ClientOptions,
  call: Call,
  sent: Sent,
  how: CallOptions = {},
): Promise<unknown> {
  const send = options.fetch ?? fetch;
  const type = call.sendsBytes ? "application/octet-stream" : "application/json";
  const headers = headersOf(options, how, sent.body === undefined ? undefined : type);
  const init: RequestInit = { method: call.method, headers };
  if (sent.body !== undefined)
    init.body = call.sendsBytes ? (sent.body as NonNullable<RequestInit["body"]>) : JSON.stringify(sent.body);
  if (how.signal) init.signal = how.signal;
  const response = await send(addressOf(options.base, call, sent), init).catch((cause: unknown) => {
    if (how.signal?.aborted) throw cause;
    throw new CallError(0, { code: "network", message: "network", errorMsg: "network" });
  });
  const text = await response.text();
  if (!response.ok) throw new CallError(response.status, errorBodyOf(response.status, text));
  if (!call.answersJson) return text;
  return text === "" ? undefined : JSON.parse(text);
}

/** The address of a call: places of the path filled, query values appended, absent ones left out. */
export function addressOf(base: string, place: CallPlace, sent: Pick<Sent, "params" | "query">): string {
  const params = (sent.params ?? {}) as Record<string, unknown>;
  const path = place.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((sent.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const search = query.toString();
  return `${place.base === "root" ? "" : base}${path}${search ? `?${search}` : ""}`;
}

function headersOf(options: ClientOptions, how: CallOptions, bodyType: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  const token = options.token?.();
  if (token) headers.authorization = `Bearer ${token}`;
  if (options.language) headers["accept-language"] = options.language();
  if (bodyType !== undefined) headers["content-type"] = bodyType;
  if (how.idempotencyKey) headers["idempotency-key"] = how.idempotencyKey;
  return headers;
}

/** A proxy may answer with a page instead of our JSON; its status is all there is to say then. */
function errorBodyOf(status: number, text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    if (isErrorBody(body)) return { ...body, errorMsg: body.errorMsg ?? "" };
  } catch {
    // Not JSON.
  }
  return { code: `http.${status}`, message: `HTTP ${status}`, errorMsg: `HTTP ${status}` };
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null || !("code" in body) || !("message" in body)) return false;
  return typeof body.code === "string" && typeof body.message === "string";
}
