import { redirect } from "@tanstack/react-router";
import { sessionStore } from "../../accounts/session.ts";
import { findSession } from "../../accounts/sessions/session-tabs.ts";
import { loadConfiguration } from "../../settings/configuration.ts";
import { loadErrorTexts } from "../load-error-texts.ts";
import { isPublicPath } from "../page-table.ts";
import { handOverResult, isScreenPath } from "./arrival.ts";
import { safeReturn } from "./return-address.ts";

interface RouterLocation {
  pathname: string;
  href: string;
  search: Readonly<Record<string, unknown>>;
}

/** NAV-02: the system configuration first; then, but for the public pages, a token or the sign-in page. */
export async function guard({ location }: { location: RouterLocation }): Promise<void> {
  const { pathname, search, href } = location;
  // A refused code is the screen's own to explain.
  if (isScreenPath(pathname) && (await handOverResult()) === "refused") return;
  // ACC-21: the code of a foreign link opens a session, or the form says that it has ended.
  if (pathname === "/Login") await handOverResult();
  // The public pages do not wait for the session of another tab.
  const found = isPublicPath(pathname) ? sessionStore.get() : findSession();
  const [, session] = await Promise.all([loadConfiguration(), found, loadErrorTexts()]);
  if (pathname === "/Login" && session) throw redirect({ href: safeReturn(search.redirect), replace: true });
  if (session || isPublicPath(pathname)) return;
  const asked = pathname === "/" ? {} : { redirect: href };
  throw redirect({ to: "/Login", search: asked, replace: true });
}
