import { randomBytes } from "node:crypto";

const COOKIE = "canopy_browser";
const A_YEAR_S = 365 * 24 * 60 * 60;

/** The id a browser got at its first sign-in; it says "seen before" and opens nothing. */
export function browserIdOf(cookieHeader: string | undefined): string | null {
  const found = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{22})(?:;|$)`).exec(cookieHeader ?? "");
  return found?.[1] ?? null;
}

export function newBrowserId(): string {
  return randomBytes(16).toString("base64url");
}

export function browserIdCookie(id: string): string {
  return `${COOKIE}=${id}; Path=/; Max-Age=${A_YEAR_S}; HttpOnly; SameSite=Lax`;
}
