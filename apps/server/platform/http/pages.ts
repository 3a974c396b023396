import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { contentSecurityPolicy, FILE_POLICY, newNonce } from "./security-headers.ts";
import { BASE_PATHS } from "./serve-endpoints.ts";

const NONCE_PLACE = "__CSP_NONCE__";
const A_YEAR_S = 365 * 24 * 60 * 60;

/** The built web: hashed assets for a year and pre-compressed, the entry page with its nonce and never cached. */
export async function servePages(
  app: FastifyInstance,
  { distFolder, tileUrl }: { readonly distFolder: string; readonly tileUrl: string | undefined },
  notFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<void> {
  const entry = (await readFile(join(distFolder, "index.html"), "utf8")).split(NONCE_PLACE);
  await app.register(fastifyStatic, {
    root: distFolder,
    prefix: "/",
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ["index.html", "**/*.br", "**/*.gz", ".vite/**"],
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? `public, max-age=${A_YEAR_S}, immutable` : "no-cache");
      reply.header("content-security-policy", FILE_POLICY);
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return notFound(request, reply);
    const nonce = newNonce();
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", contentSecurityPolicy(nonce, tileUrl))
      .send(entry.join(nonce));
  });
}

/** Every address that is no call and no file is a page; the page's own router handles unknown ones. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const path = request.url.split("?")[0] ?? "";
  if (BASE_PATHS.some((base) => path === base || path.startsWith(`${base}/`))) return false;
  return !/^\/(assets|docs)\//.test(path) && !/\.[a-z0-9]{1,8}$/i.test(path);
}
