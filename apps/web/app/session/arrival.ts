import { exchangeHandOver } from "@canopy/contract/accounts/hand-overs";
import { takeSession } from "../../accounts/session.ts";
import { arrivalRedirect } from "../../accounts/sign-in/arrivals.ts";
import { api } from "../../platform/api.ts";
import { changeLanguage } from "../../platform/i18n.ts";
import { languageOfTag } from "../language-of-tag.ts";
import { mayArrive } from "./arrival-question.ts";

/** The two screens take a hand-over code in place of a session (NAV-05). */
const SCREENS = /^\/can_(monitor|operation)\/?$/;

/** Parameters of a third-party link (ACC-21). */
const SECRETS = ["token", "ujwt"];
const LOGIN_URL = "loginUrl";

export type HandOver = "none" | "done" | "refused";
let handOver: Promise<HandOver> = Promise.resolve("none");

let arrived = "";

/** What another site sent back to the sign-in page with its state (OPS-07, ACC-20); once. */
export function takeArrived(): string {
  const taken = arrived;
  arrived = "";
  return taken;
}

const PANEL = /^\/can_panel\/?$/;
const PANEL_CODE = "canopy.panelCode";

/** STA-05: the code of the link to a panel that this tab was opened with; it outlives a reload. */
export function panelCode(): string {
  return sessionStorage.getItem(PANEL_CODE) ?? "";
}

/** Once, before the router reads the address: the code is removed before anything can log or keep it. */
export function cleanArrival(location: Location, history: History): void {
  const url = new URL(location.href);
  if (url.pathname === "/Login" && url.searchParams.has("state")) {
    arrived = url.search.slice(1);
    // NAV-02: the page that was asked for comes back with the person.
    const redirect = arrivalRedirect(url.searchParams.get("state"));
    history.replaceState(history.state, "", redirect ? `/Login?${new URLSearchParams({ redirect })}` : url.pathname);
    return;
  }
  if (PANEL.test(url.pathname) && url.hash.length > 1) {
    sessionStorage.setItem(PANEL_CODE, url.hash.slice(1));
    history.replaceState(history.state, "", url.pathname);
    return;
  }
  const isScreen = SCREENS.test(url.pathname);
  const code = url.searchParams.get("token");
  if (isScreen && code) handOver = exchange(code, url.searchParams.get("locale"));
  const leaves = isScreen ? ["token", "locale", "tenantId", "userId"] : SECRETS;
  if (!leaves.some((name) => url.searchParams.has(name))) return;
  // ACC-21: from a foreign link; as on the screens the value is a hand-over code, never a session's token (design §8).
  if (!isScreen) arriveByLink(url, code);
  for (const name of leaves) url.searchParams.delete(name);
  history.replaceState(history.state, "", `${url.pathname}${url.search}${url.hash}`);
}

/** To the sign-in page with what the link says; a code that holds goes on from there. */
function arriveByLink(url: URL, code: string | null): void {
  const { searchParams: sent } = url;
  handOver = code ? exchange(code, sent.get("locale")) : Promise.resolve("refused");
  const [path, query] = [sent.get("prePath"), sent.get("preQuery")];
  if (path && !sent.has("redirect")) sent.set("redirect", query ? `${path}?${query.replace(/^\?/, "")}` : path);
  const loginUrl = sent.get(LOGIN_URL);
  if (loginUrl) sessionStorage.setItem(LOGIN_URL, loginUrl);
  url.pathname = "/Login";
}

/** ACC-21: where signing out leads back to, if the operator allows that site; once. */
export function takeLoginUrl(allowedOrigins: readonly string[]): string | undefined {
  const kept = sessionStorage.getItem(LOGIN_URL);
  sessionStorage.removeItem(LOGIN_URL);
  if (!kept || !URL.canParse(kept)) return undefined;
  return allowedOrigins.includes(new URL(kept).origin) ? kept : undefined;
}

export function isScreenPath(path: string): boolean {
  return SCREENS.test(path);
}

/** Result of the hand-over code this page was opened with. */
export function handOverResult(): Promise<HandOver> {
  return handOver;
}

async function exchange(code: string, locale: string | null): Promise<HandOver> {
  if (locale) changeLanguage(languageOfTag(locale));
  try {
    const reply = await api(exchangeHandOver, { body: { code } });
    const arrived = { token: reply.token, ujwt: reply.ujwt, sessionId: reply.session_id, kept: false };
    if (!(await mayArrive(arrived))) {
      sessionStorage.removeItem(LOGIN_URL);
      return "none";
    }
    takeSession(arrived);
    return "done";
  } catch (problem) {
    console.warn("the hand-over code was refused", problem);
    return "refused";
  }
}
