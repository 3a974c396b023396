import { randomBytes } from "node:crypto";

const COOKIE = "canopy_browser";
const A_YEAR_S = 365 * 24 * 60 * 60;

/** Over https a name that no other host and no plain connection can set. */
const nameOf = (isHttps: boolean) => (isHttps ? `__Host-${COOKIE}` : COOKIE);

/** The id a browser got at its first sign-in; it says "seen before" and opens nothing. */
export function browserIdOf(cookieHeader: string | undefined, isHttps: boolean): string | null {
  const found = new RegExp(`(?:^|;\\s*)${nameOf(isHttps)}=([\\w-]{22})(?:;|$)`).exec(cookieHeader ?? "");
  return found?.[1] ?? null;
}

export function newBrowserId(): string {
  return randomBytes(16).toString("base64url");
}

export function browserIdCookie(id: string, isHttps: boolean): string {
  const secure = isHttps ? "; Secure" : "";
  return `${nameOf(isHttps)}=${id}; Path=/; Max-Age=${A_YEAR_S}; HttpOnly; SameSite=Lax${secure}`;
}
