import { randomBytes } from "node:crypto";

/**
 * Design §8. A nonce per response; attributes may carry styles (charts and tables set sizes), scripts never come inline.
 * `tileUrl`: the tile server of the maps, the only foreign host.
 */
export function contentSecurityPolicy(nonce: string, tileUrl?: string): string {
  const tiles = tileUrl === undefined ? "" : ` ${new URL(tileUrl).origin}`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    // The live stream too: 'self' is this host by ws: and wss: as well (CSP 3 §6.7.2.8).
    `connect-src 'self'${tiles}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export function newNonce(): string {
  return randomBytes(16).toString("base64");
}

/** Of an answer that is no page: opened by itself it loads nothing, runs nothing and stands in no frame. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Of files of the web: a worker has the policy of its own file, and must reach this server. */
export const FILE_POLICY = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Pages and files set their own policy and their own time in caches. */
const ON_EVERY_ANSWER = {
  "content-security-policy": NO_PAGE,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
} as const;
/** Browsers heed it over https alone. */
const OVER_HTTPS = { "strict-transport-security": "max-age=31536000; includeSubDomains" } as const;
/** The opener of the page gets no handle to its window. */
const WITHOUT_OPENER = { "cross-origin-opener-policy": "same-origin" } as const;

/**
 * On every answer, pages and calls alike. `fetchSite` (Sec-Fetch-Site) names the origin of the request: `none` is a
 * typed address or a bookmark, without an opener; isolating it would cost the first paint a new process for nothing.
 * `isHttps`: people reach this server by https.
 */
export function securityHeaders(
  fetchSite: string | string[] | undefined,
  isHttps = false,
): Readonly<Record<string, string>> {
  return {
    ...ON_EVERY_ANSWER,
    ...(isHttps && OVER_HTTPS),
    ...(fetchSite !== "none" && WITHOUT_OPENER),
  };
}
