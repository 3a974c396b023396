import { createHandOver } from "@canopy/contract/accounts/hand-overs";
import { siteUrl } from "@canopy/contract/settings/configuration";
import { meQuery } from "../../accounts/me.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { translate } from "../../platform/i18n.ts";
import { languageStore, tagOfLanguage } from "../../platform/language.ts";
import { addNote } from "../../ui/float/notes.ts";
import { queryClient } from "../query-client.ts";

type Screen = "can_monitor" | "can_operation";
type Site = "billing" | "manage";

/**
 * NAV-05: a new tab with a one-time code in place of a token. The tab is opened within the click, or the browser would
 * block it; its address follows when the code is there.
 */
export async function openScreen(target: Screen): Promise<void> {
  await openWith(target, async (query) => `/${target}/?${query}`);
}

/** NAV-16: the billing or low-code site, with the way back to our sign-in page. */
export async function openSite(target: Site): Promise<void> {
  await openWith(target, async (query) => {
    const { data } = await api(siteUrl, { query: { key: target } });
    query.set("loginUrl", `${location.origin}/Login`);
    const url = new URL(data);
    for (const [name, value] of query) url.searchParams.set(name, value);
    return url.href;
  });
}

async function openWith(target: Screen | Site, addressOf: (query: URLSearchParams) => Promise<string>): Promise<void> {
  const tab = window.open("", "_blank");
  if (!tab) {
    addNote({ tone: "ordinary", text: translate("app.user.popupBlocked") });
    return;
  }
  // The new page must not reach back into this one.
  tab.opener = null;
  try {
    const [{ code }, { user }] = await Promise.all([
      api(createHandOver, { body: { target } }),
      queryClient.ensureQueryData(meQuery),
    ]);
    const locale = tagOfLanguage(languageStore.get());
    const query = new URLSearchParams({ token: code, locale, tenantId: user.tenant_id, userId: user.id });
    tab.location.replace(await addressOf(query));
  } catch (thrown) {
    tab.close();
    addNote({ tone: "urgent", text: translate("app.user.handOverFailed", { problem: troubleOf(thrown).text }) });
  }
}
