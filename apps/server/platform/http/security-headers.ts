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

const ON_EVERY_ANSWER = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
} as const;
/** The opener of the page gets no handle to its window. */
const WITHOUT_OPENER = { "cross-origin-opener-policy": "same-origin" } as const;

/**
 * On every answer, pages and calls alike. `fetchSite` (Sec-Fetch-Site) names the origin of the request: `none` is a
 * typed address or a bookmark, without an opener; isolating it would cost the first paint a new process for nothing.
 */
export function securityHeaders(fetchSite: string | string[] | undefined): Readonly<Record<string, string>> {
  return fetchSite === "none" ? ON_EVERY_ANSWER : { ...ON_EVERY_ANSWER, ...WITHOUT_OPENER };
}
