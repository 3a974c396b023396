import { z } from "zod";
import type { ErrorDef } from "./errors.ts";
import type { Text } from "./language.ts";
import { idOf, resourceFields } from "./resource.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The two levels of USR-03. */
export type Level = "read" | "write";

/** Access rule. The server checks it before the handler runs. */
export type Access =
  /** Anyone, without a token. */
  | { readonly kind: "public" }
  /** Any signed-in user, about its own account or tenant. */
  | { readonly kind: "session" }
  /** About the device that `field` names, in path, query or body: the caller's level on it (USR-03). */
  | { readonly kind: "device"; readonly level: Level; readonly field: string }
  /** Objects outside devices: the sub-user's tenant-wide level (USR-03). */
  | { readonly kind: "tenant"; readonly level: Level }
  /** The tenant's manager (primary account). */
  | { readonly kind: "manager" }
  /** The system manager, operator of the platform. */
  | { readonly kind: "system" };

export interface RateLimit {
  readonly perMinute: number;
  readonly per: "address" | "user";
}

/** Declared per endpoint; these are the usual choices. */
export const RATE = {
  /** Reads and edits of a signed-in user. */
  normal: { perMinute: 1200, per: "user" },
  /** Calls without a token: pages behind one office address share it. */
  open: { perMinute: 300, per: "address" },
  /** Signing in, codes, checks of names: enough for people, little for guessers. */
  guarded: { perMinute: 120, per: "address" },
  /** Calls that ask for the caller's password again. */
  proved: { perMinute: 10, per: "user" },
  /** Field availability (ACC-19) and other calls that tell whether something exists. */
  scarce: { perMinute: 30, per: "address" },
} as const satisfies Record<string, RateLimit>;

type Fields = z.ZodObject | undefined;
type Body = z.ZodType | undefined;

/** One call of the API, written once: route, typed client, OpenAPI, permission name and isolation matrix follow from it. */
export interface Endpoint<
  P extends Fields = Fields,
  Q extends Fields = Fields,
  B extends Body = Body,
  R extends z.ZodType = z.ZodType,
> {
  /** `domain.verbNoun`; also the name of the permission (USR-05). */
  readonly name: string;
  readonly method: Method;
  /** Below the base path, with `{field}` places as in the spec. */
  readonly path: string;
  /** `api` is served under /api and /v1 alike; `root` at the server's root (health, metrics). */
  readonly base: "api" | "root";
  readonly summary: Text;
  readonly access: Access;
  /** Requires a session, not an access token: the answer could carry more rights than the token has (USR-09). */
  readonly sessionOnly: boolean;
  /**
   * Of `session` and `tenant`: its handler asks for the level on each device that the call touches, and the call touches
   * nothing else; a token limited to devices may make it (USR-09).
   */
  readonly ofDevices: boolean;
  /** Changes nothing: a token of scope read may call it (USR-09). True of every GET; a POST that only asks declares it. */
  readonly reads: boolean;
  /** Whether a call leaves a row in the operation log (USR-07). */
  readonly audited: boolean;
  readonly rateLimit: RateLimit;
  /** Takes an `Idempotency-Key` header: a repeat gets the answer of the first call. */
  readonly idempotent: boolean;
  /** In bytes; refused beyond before it is read. */
  readonly bodyLimit: number;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** JSON unless `contentType` says otherwise. */
  readonly reply: R;
  readonly contentType: string;
  readonly errors: readonly ErrorDef[];
}

export const DEFAULT_BODY_LIMIT = 256 * 1024;

/** A body that is not JSON: bytes as they are (`application/octet-stream`). */
export const bytesBody = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

/** Bytes that the server takes as they come. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** As the sender says; undefined: it does not. */
  readonly announcedBytes: number | undefined;
}

/** Bytes that are sent as they are and received as a stream: nobody holds them whole. */
export const streamBody = z.custom<Uint8Array<ArrayBuffer> | ByteStream>(
  (value) =>
    value instanceof Uint8Array || (typeof value === "object" && value !== null && Symbol.asyncIterator in value),
);

/** Of an endpoint that declares `body`: it is sent as `application/octet-stream`. */
export const isBinary = (body: z.ZodType | undefined): boolean => body === bytesBody || body === streamBody;

interface Declaration<P, Q, B, R> {
  name: string;
  method: Method;
  path: string;
  base?: "api" | "root";
  summary: Text;
  access: Access;
  sessionOnly?: boolean;
  ofDevices?: boolean;
  reads?: boolean;
  audited: boolean;
  rateLimit: RateLimit;
  idempotent?: boolean;
  bodyLimit?: number;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  contentType?: string;
  errors?: readonly ErrorDef[];
}

export function endpoint<
  R extends z.ZodType,
  P extends Fields = undefined,
  Q extends Fields = undefined,
  B extends Body = undefined,
>(declared: Declaration<P, Q, B, R>): Endpoint<P, Q, B, R> {
  refuseUnnamedDevice(declared);
  refuseReadingWrite(declared);
  return Object.freeze({
    base: "api",
    sessionOnly: false,
    ofDevices: false,
    reads: declared.method === "GET",
    idempotent: false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    contentType: "application/json",
    errors: [],
    ...declared,
    params: declared.params as P,
    query: declared.query as Q,
    body: declared.body as B,
  });
}

/** Common to all calls that read of the device in their path. */
export const readsDevice = {
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
} as const;

/** A device level without a field would check nothing. */
function refuseUnnamedDevice({
  name,
  access,
  params,
  query,
  body,
}: Declaration<Fields, Fields, Body, z.ZodType>): void {
  if (access.kind !== "device") return;
  const { field } = access;
  if (![params, query, body].some((part) => resourceFields(part)[field] === "device")) {
    throw new Error(`${name}: no field ${field} names a device`);
  }
}

/** What is declared as reading needs no right to write, and is no operation (USR-07). */
function refuseReadingWrite({ name, method, reads, access, audited }: Declaration<unknown, unknown, unknown, unknown>) {
  if (method === "GET" || !reads) return;
  const isWriting = "level" in access && access.level === "write";
  if (method !== "POST" || audited || isWriting) throw new Error(`${name}: declared as reading, but changes something`);
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The checked input of a handler. */
export interface Received<E extends Endpoint> {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
}

/** The arguments of a call: only the parts that the endpoint has. */
export type CallArguments<E extends Endpoint> = Part<"params", E["params"]> &
  Part<"query", E["query"]> &
  Part<"body", E["body"]>;
type Part<K extends string, S> = S extends z.ZodType
  ? Record<string, never> extends Input<S>
    ? { [_ in K]?: Input<S> }
    : { [_ in K]: Input<S> }
  : { [_ in K]?: undefined };

export type Reply<E extends Endpoint> = z.output<E["reply"]>;
