import { exchangeHandOver } from "@canopy/contract/accounts/hand-overs";
import { takeSession } from "../../accounts/session.ts";
import { api } from "../../platform/api.ts";
import { changeLanguage } from "../../platform/i18n.ts";
import { languageOfTag } from "../language-of-tag.ts";

/** The two screens take a hand-over code in place of a session (NAV-05). */
const SCREENS = /^\/can_(monitor|operation)\/?$/;

/** Parameters of a third-party link (ACC-21). */
const SECRETS = ["token", "ujwt"];

export type HandOver = "none" | "done" | "refused";
let handOver: Promise<HandOver> = Promise.resolve("none");

/** Once, before the router reads the address: the code is removed before anything can log or keep it. */
export function cleanArrival(location: Location, history: History): void {
  const url = new URL(location.href);
  const isScreen = SCREENS.test(url.pathname);
  const code = url.searchParams.get("token");
  if (isScreen && code) handOver = exchange(code, url.searchParams.get("locale"));
  const leaves = isScreen ? ["token", "locale", "tenantId", "userId"] : SECRETS;
  if (!leaves.some((name) => url.searchParams.has(name))) return;
  // ACC-21: elsewhere a token in the address opens nothing (design §8): the person lands on the sign-in form.
  for (const name of leaves) url.searchParams.delete(name);
  history.replaceState(history.state, "", `${url.pathname}${url.search}${url.hash}`);
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
    takeSession({ token: reply.token, ujwt: reply.ujwt, sessionId: reply.session_id, kept: false });
    return "done";
  } catch (problem) {
    console.warn("the hand-over code was refused", problem);
    return "refused";
  }
}
