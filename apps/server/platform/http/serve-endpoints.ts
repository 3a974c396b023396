import { timingSafeEqual } from "node:crypto";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { acceptLanguage } from "@canopy/contract/platform/language";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { addressKey } from "./address-key.ts";
import { ApiError } from "./api-error.ts";
import { type AuditedCall, agentOf, auditedCall, type Concerned } from "./audited-call.ts";
import { browserIdCookie, browserIdOf } from "./browser-id.ts";
import { type Caller, decideAccess } from "./caller.ts";
import { checkDevices, type DeviceLevels } from "./check-devices.ts";
import { checkInput, checkTenant, type ErrorTable } from "./check-input.ts";
import { type IdempotencyStore, KEY_MAX, once, requestHash } from "./idempotency.ts";
import { RateLimiter } from "./rate-limit.ts";
import { HttpReply, type Route, type SignedInContext } from "./route.ts";

/** Services that the domains above provide. */
export interface EndpointServices {
  /** The caller behind a bearer token; null when it is unknown, expired or revoked. */
  resolveCaller(token: string): Promise<Caller | null>;
  deviceLevels: DeviceLevels;
  audit(call: AuditedCall): Promise<void>;
  /** Names for the log of what a call is about to remove. */
  namesBefore(call: Pick<AuditedCall, "endpoint" | "caller" | "input">): Promise<AuditedCall["names"]>;
  /** A schema puts one of these codes where zod puts its message. */
  errors: ErrorTable;
  idempotency: IdempotencyStore;
  now(): number;
  /** People reach this server by https (CANOPY_PUBLIC_URL). */
  isHttps?: boolean;
}

/** OPS-04: the page uses /api on localhost and /v1 elsewhere; both are served alike. */
export const BASE_PATHS = ["/api", "/v1"] as const;

/**
 * Serves every declared endpoint. A declaration without a handler, a handler without a declaration, and two handlers of
 * one declaration do not start.
 */
export function serveEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  routes: readonly Route[],
  services: EndpointServices,
): void {
  const handlers = new Map(routes.map((route) => [route.endpoint.name, route]));
  refuseMismatch(endpoints, routes, handlers);
  const limiter = new RateLimiter();
  for (const endpoint of endpoints) {
    const route = handlers.get(endpoint.name);
    if (route === undefined) continue;
    for (const base of endpoint.base === "root" ? [""] : BASE_PATHS) {
      serve(app, `${base}${endpoint.path.replace(/\{(\w+)\}/g, ":$1")}`, route, limiter, services);
    }
  }
}

function refuseMismatch(
  endpoints: readonly Endpoint[],
  routes: readonly Route[],
  handlers: ReadonlyMap<string, unknown>,
): void {
  const declared = new Set(endpoints.map((endpoint) => endpoint.name));
  const unserved = endpoints.filter((endpoint) => !handlers.has(endpoint.name));
  const undeclared = routes.filter((route) => !declared.has(route.endpoint.name));
  const twice = routes.filter((route) => handlers.get(route.endpoint.name) !== route);
  const faults = [
    ...unserved.map((endpoint) => `${endpoint.name} is declared and has no handler`),
    ...undeclared.map((route) => `${route.endpoint.name} has a handler and is not in the table of endpoints`),
    ...twice.map((route) => `${route.endpoint.name} has two handlers`),
  ];
  if (declared.size !== endpoints.length) faults.push("two endpoints have the same name");
  if (faults.length > 0) throw new Error(`The API is not whole: ${faults.join("; ")}`);
}

function serve(
  app: FastifyInstance,
  url: string,
  { endpoint, handle, socket }: Route,
  limiter: RateLimiter,
  services: EndpointServices,
): void {
  app.route({
    method: endpoint.method,
    url,
    bodyLimit: endpoint.bodyLimit,
    config: { endpoint },
    // Before the body is read: a stranger's megabytes are refused unread.
    onRequest: async (request) => {
      await admit(request, endpoint, limiter, services);
      if (request.ws) socket?.admit({ origin: request.headers.origin, host: request.host });
    },
    ...(socket && { wsHandler: (opened: WebSocket) => socket.open(opened) }),
    handler: async (request, reply) => {
      const language = acceptLanguage(request.headers["accept-language"]);
      const input = checkInput(endpoint, request, language, services.errors);
      request.checkedInput = input;
      checkTenant(endpoint, input, request.caller);
      await checkDevices(endpoint, input, request.caller, services.deviceLevels);
      if (endpoint.audited) request.names = await services.namesBefore({ endpoint, caller: request.caller, input });
      const context = { ...input, endpoint, ...contextOf(request, reply, language, services.isHttps) };
      const run = async () => settled(endpoint, await handle(context as unknown as SignedInContext<Endpoint>));
      const answer = await runIdempotent(request, endpoint, input, services, run);
      request.answer = answer.body;
      reply.code(answer.status).headers(answer.headers);
      if (endpoint.contentType !== "application/json") reply.type(endpoint.contentType);
      return reply.send(endpoint.contentType === "application/json" ? JSON.stringify(answer.body) : answer.body);
    },
    // Before the answer is sent: an answered call is in the log.
    onSend: async (request, reply, payload) => {
      if (endpoint.audited) await record(request, reply, endpoint, services);
      return payload;
    },
  });
}

async function admit(
  request: FastifyRequest,
  endpoint: Endpoint,
  limiter: RateLimiter,
  services: EndpointServices,
): Promise<void> {
  const [token, address] = [bearerToken(request), addressKey(request.ip)];
  // A stranger is counted before the token is looked up, so guessing tokens is limited too.
  if (endpoint.rateLimit.per === "address" || !token) countCall(limiter, endpoint, address, services.now());
  request.caller = token ? await services.resolveCaller(token) : null;
  if (endpoint.rateLimit.per === "user") {
    countCall(limiter, endpoint, request.caller?.userId ?? address, services.now());
  }
  const decision = decideAccess(endpoint, request.caller);
  if (decision !== "allowed") throw new ApiError(platformErrors[decision]);
}

function countCall(limiter: RateLimiter, endpoint: Endpoint, who: string, nowMs: number): void {
  const seconds = limiter.take(`${endpoint.name} ${who}`, endpoint.rateLimit, nowMs);
  if (seconds > 0) throw new ApiError(platformErrors.rateLimited, { values: { seconds } });
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" && token ? token : null;
}

function isSameToken(given: string, token: string): boolean {
  const [own, other] = [Buffer.from(token), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}

function contextOf(request: FastifyRequest, reply: FastifyReply, language: "zh" | "en", isHttps = false) {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return {
    caller: request.caller,
    concerns: (account: Concerned) => {
      request.concerned = account;
    },
    language,
    address: request.ip,
    presents: (token: string) => isSameToken(bearerToken(request) ?? "", token),
    proxied: request.headers["x-forwarded-for"] !== undefined,
    agent: agentOf(request),
    browserId: browserIdOf(request.headers.cookie, isHttps),
    browserCookie: (id: string) => browserIdCookie(id, isHttps),
    requestId: request.id,
    part: {
      range: request.headers.range,
      ifRange: request.headers["if-range"] as string | undefined,
      isHead: request.method === "HEAD",
    },
    signal: gone.signal,
  };
}

interface CheckedReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** The reply passes its own schema, so that nothing undeclared leaves the server. */
function settled(endpoint: Endpoint, answer: unknown): CheckedReply {
  const { body, status, headers } = answer instanceof HttpReply ? answer : new HttpReply(answer);
  return { status, headers, body: endpoint.reply.parse(body) };
}

async function runIdempotent(
  request: FastifyRequest,
  endpoint: Endpoint,
  input: { readonly body?: unknown },
  services: EndpointServices,
  run: () => Promise<CheckedReply>,
): Promise<CheckedReply> {
  const key = request.headers["idempotency-key"];
  if (!endpoint.idempotent || typeof key !== "string") return run();
  if (key.length > KEY_MAX || key === "") {
    throw new ApiError(platformErrors.inputInvalid, { field: "Idempotency-Key", values: { field: "Idempotency-Key" } });
  }
  const owner = request.caller?.userId ?? request.ip;
  const answer = await once(services.idempotency, owner, key, requestHash(endpoint.name, input), run);
  return { ...answer, headers: answer.replayed ? { "idempotency-replayed": "true" } : {} };
}

/** A log that cannot be written must not keep a person from signing out; the server's own log says so. */
async function record(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  services: EndpointServices,
): Promise<void> {
  try {
    await services.audit(auditedCall(request, reply, endpoint));
  } catch (error) {
    request.log.error({ err: error, endpoint: endpoint.name }, "the operation log could not be written");
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
