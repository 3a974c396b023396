import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { type ErrorDef, platformErrors } from "@canopy/contract/platform/errors";
import { acceptLanguage, type Language } from "@canopy/contract/platform/language";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Log } from "../log.ts";
import { ApiError } from "./api-error.ts";
import { answerClientError } from "./client-error.ts";
import { finishCalls } from "./finish-calls.ts";
import { readBytes } from "./read-bytes.ts";
import { securityHeaders } from "./security-headers.ts";
import { BASE_PATHS } from "./serve-endpoints.ts";

export interface HttpServerOptions {
  log: Log;
  /** None, a number of proxies in front of us, or these addresses (CANOPY_TRUST_PROXY). */
  trustProxy: false | number | readonly string[];
  /** People reach it by https (CANOPY_PUBLIC_URL). */
  isHttps?: boolean;
  /** A request must have arrived whole after this long. */
  requestTimeoutMs?: number;
}

/** The bare HTTP server: limits, headers, error answers. Routes come from `serveEndpoints` and `servePages`. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? 30_000;
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(options.trustProxy),
    requestTimeout,
    // Node looks for late requests only this often; half a minute would double the patience.
    http: { connectionsCheckingInterval: Math.min(5_000, requestTimeout) },
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: true,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
  });
  app.decorateRequest("caller", null);
  app.decorateRequest("concerned", null);
  app.decorateRequest("checkedInput", null);
  app.decorateRequest("answer", undefined);
  app.decorateRequest("names", null);
  app.decorateRequest("errorCode", null);
  refuseUndeclared(app);
  acceptEmptyJson(app);
  // A route that declares bytes; where JSON is declared its schema refuses them.
  app.addContentTypeParser("application/octet-stream", readBytes);
  app.addHook("onRequest", async (request, reply) => {
    const headers = securityHeaders(request.headers["sec-fetch-site"], options.isHttps);
    reply.headers(headers).header("x-request-id", request.id);
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  finishCalls(app);
  return app;
}

/** Hops are counted from 0, the peer itself: of two proxies hops 0 and 1 are believed, and hop 2 is the client. */
function trustedProxies(trust: HttpServerOptions["trustProxy"]) {
  if (typeof trust === "number") return (_address: string, hop: number) => hop < trust;
  return trust === false ? false : [...trust];
}

/** A route under the API that no declaration stands behind stops the server at start. */
function refuseUndeclared(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    const isApi = BASE_PATHS.some((base) => route.url === base || route.url.startsWith(`${base}/`));
    if (isApi && !route.config?.endpoint && route.method !== "HEAD") {
      throw new Error(`${route.method} ${route.url} is not declared in the contract`);
    }
  });
}

/** Clients send `content-type: application/json` with no body too (DELETE); that is an empty body, not an error. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new ApiError(platformErrors.bodyMalformed), undefined);
    }
  });
}

export function answerNotFound(endpoints: readonly Endpoint[]) {
  const patterns = endpoints.map((endpoint) => ({
    method: endpoint.method,
    pattern: new RegExp(
      `^${endpoint.base === "root" ? "" : "/(api|v1)"}${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}/?$`,
    ),
  }));
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?")[0] ?? "";
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length > 0) {
      reply.header("allow", allowed.join(", "));
      const values = { method: request.method, allowed: allowed.join(", ") };
      return answerError(new ApiError(platformErrors.wrongMethod, { values }), request, reply);
    }
    const values = { method: request.method, path };
    return answerError(new ApiError(platformErrors.noSuchRoute, { values }), request, reply);
  };
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = acceptLanguage(request.headers["accept-language"]);
  const known = error instanceof ApiError ? error : asApiError(error, request);
  request.errorCode = known.def.code;
  if (known.def.status >= 500) {
    const facts = { err: error, route: request.routeOptions.url, code: known.def.code };
    // The client disconnected and its query was cancelled: not a failure.
    if (request.socket.destroyed) request.log.debug(facts, "request abandoned");
    else request.log.error(facts, "request failed");
  }
  if (REFUSALS.has(known.def.status)) request.log.warn(refusalFacts(request, known), "call refused");
  // The rest of its body would be taken for the next request.
  if (!request.raw.complete) reply.header("connection", "close");
  const seconds = known.circumstances.values?.seconds;
  if (known.def.status === 429 && seconds !== undefined) reply.header("retry-after", String(seconds));
  return reply.code(known.def.status).type("application/json").send(serialised(known, language));
}

/** Not signed in, no right, too often. Repeats within seconds are counted (`repeatLimit`), not written. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

function refusalFacts(request: FastifyRequest, { def }: ApiError) {
  const { caller, ip: address, routeOptions } = request;
  return { code: def.code, route: routeOptions.url, address, tenantId: caller?.tenantId, userId: caller?.userId };
}

function serialised(error: ApiError, language: Language): string {
  return JSON.stringify(error.body(language));
}

/** Refusals of the HTTP layer itself, and unexpected errors. */
function asApiError(error: unknown, request: FastifyRequest): ApiError {
  const code = error instanceof Error && "code" in error ? String((error as FastifyError).code) : "";
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new ApiError(platformErrors.bodyTooLarge, { values: { limit: request.routeOptions.bodyLimit ?? 0 } });
  }
  const simple: Record<string, ErrorDef> = {
    FST_ERR_CTP_INVALID_MEDIA_TYPE: platformErrors.wrongMediaType,
    FST_ERR_CTP_INVALID_CONTENT_LENGTH: platformErrors.bodyMalformed,
    FST_ERR_BAD_URL: platformErrors.inputInvalid,
  };
  const def = simple[code] ?? (isUnavailable(code) ? platformErrors.unavailable : platformErrors.internal);
  return new ApiError(def, { values: { requestId: request.id, field: "url" } });
}

/** An engine that is being restarted: 08xxx and 57P0x of PostgreSQL, refused connections of any. */
function isUnavailable(code: string): boolean {
  return /^(08|57P0)/.test(code) || ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT"].includes(code);
}
