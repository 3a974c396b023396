import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { acceptLanguage, type Language } from "@canopy/contract/platform/language";
import { openApiDocument } from "@canopy/contract/platform/openapi";
import type { FastifyInstance } from "fastify";
import { renderApiPage } from "./api-page.ts";
import { contentSecurityPolicy, newNonce } from "./security-headers.ts";

/** OPS-03: the API document, for people at /docs/api and for machines at /docs/api/openapi.json. */
export function serveApiDocs(app: FastifyInstance, endpoints: readonly Endpoint[], version: string): void {
  app.get("/docs/api/openapi.json", async (request, reply) => {
    const language = languageOf(request.query, request.headers["accept-language"]);
    return reply.type("application/json").send(JSON.stringify(openApiDocument(endpoints, { version, language })));
  });
  app.get("/docs/api", async (request, reply) => {
    const nonce = newNonce();
    const language = languageOf(request.query, request.headers["accept-language"]);
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", contentSecurityPolicy(nonce))
      .send(renderApiPage(endpoints, { version, language, nonce }));
  });
}

/** A link may fix the language: `?lang=en`. */
function languageOf(query: unknown, header: string | undefined): Language {
  const asked = typeof query === "object" && query !== null && "lang" in query ? String(query.lang) : header;
  return acceptLanguage(asked);
}
