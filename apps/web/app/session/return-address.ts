import { isPublicPath } from "../page-table.ts";

export const HOME = "/Container/HomePage";

/** NAV-02: where to go on after signing in; an address of ours or the home page, never a foreign site. */
export function safeReturn(asked: unknown, origin = location.origin): string {
  if (typeof asked !== "string" || asked === "") return HOME;
  try {
    const url = new URL(asked, origin);
    if (url.origin !== origin || isPublicPath(url.pathname)) return HOME;
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return HOME;
  }
}
