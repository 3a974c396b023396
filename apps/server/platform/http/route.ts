import type { Endpoint, Received } from "@canopy/contract/platform/endpoint";
import type { Language } from "@canopy/contract/platform/language";
import type { WebSocket } from "ws";
import type { z } from "zod";
import type { Concerned } from "./audited-call.ts";
import type { Caller } from "./caller.ts";

/** Request data of a handler beside the checked input. */
export interface RequestContext {
  /** For the operation log: the account that a call without a caller turned out to be about (USR-07). */
  concerns(account: Concerned): void;
  readonly language: Language;
  /** The caller's address; a forwarded one only behind a trusted proxy. */
  readonly address: string;
  /** The call came through a proxy, trusted or not. */
  readonly proxied: boolean;
  /** The call has this token of the operator's, whose length alone its time may tell. */
  presents(token: string): boolean;
  readonly agent: string;
  /** The browser's own long-lived id, kept in a cookie since its first sign-in. */
  readonly browserId: string | null;
  /** The `set-cookie` that keeps such an id. */
  browserCookie(id: string): string;
  readonly requestId: string;
  /** The requested part of a file; see `sendFile`. */
  readonly part: AskedPart;
  /** Ends when the client goes away. */
  readonly signal: AbortSignal;
}

export interface AskedPart {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  /** HEAD: the headers alone. */
  readonly isHead: boolean;
}

export interface PublicContext<E extends Endpoint> extends Received<E>, RequestContext {
  readonly caller: Caller | null;
}

export interface SignedInContext<E extends Endpoint> extends Received<E>, RequestContext {
  readonly caller: Caller;
}

/** Answers a value of the declared reply, or this when status, headers or cookies matter. */
export class HttpReply<T> {
  readonly body: T;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: T, status = 200, headers: Readonly<Record<string, string>> = {}) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

type Answer<E extends Endpoint> = z.input<E["reply"]> | HttpReply<z.input<E["reply"]>>;

/** An endpoint with the function that serves it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (context: SignedInContext<Endpoint>) => unknown;
  /** Present: the address opens a WebSocket too. */
  readonly socket?: SocketHandler;
}

/** From where a WebSocket is asked for, as the headers say; a program that is no browser says no origin. */
export interface SocketRequest {
  readonly origin: string | undefined;
  readonly host: string;
}

export interface SocketHandler {
  /** Throws an `ApiError` where there shall be none. */
  admit(request: SocketRequest): void;
  open(socket: WebSocket): void;
}

/** A route of a call that anyone may make. */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handle: (context: PublicContext<E>) => Answer<E> | Promise<Answer<E>>,
): Route {
  if (endpoint.access.kind !== "public") throw new Error(`${endpoint.name} needs a signed-in caller`);
  return { endpoint, handle: handle as unknown as Route["handle"] };
}

/** A route of a call that needs a signed-in caller; the caller is there when the handler runs. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (context: SignedInContext<E>) => Answer<E> | Promise<Answer<E>>,
): Route {
  if (endpoint.access.kind === "public") throw new Error(`${endpoint.name} is open to anyone: use publicRoute`);
  return { endpoint, handle: handle as unknown as Route["handle"] };
}

/** A route for WebSockets; its first message authenticates the caller. */
export function socketRoute(endpoint: Endpoint, handle: () => never, socket: SocketHandler): Route {
  return { endpoint, handle, socket };
}
