import { DEMO_USER } from "@canopy/contract/accounts/sessions";
import type { Language } from "@canopy/contract/platform/language";
import { meQuery } from "../accounts/me.ts";
import { sessionStore } from "../accounts/session.ts";
import { changeLanguage } from "../platform/i18n.ts";
import { languageOfWord, languageStore, wordOfLanguage } from "../platform/language.ts";
import { configuration } from "../settings/configuration.ts";
import { customisationQuery, readLanguageWord, saveLanguageWord } from "../settings/customisation.ts";
import { queryClient } from "./query-client.ts";

/** Chosen on the sign-in page, before there is a user to save it for. */
let chosenBeforeSignIn = false;

/** ACC-12: stores the choice and saves the customisation. */
export async function chooseLanguage(language: Language): Promise<void> {
  changeLanguage(language);
  if (sessionStore.get()) await saveLanguage();
  else chosenBeforeSignIn = true;
}

/** Its visitors share one account: the language is that of each one's browser. */
async function isDemo(): Promise<boolean> {
  const { tenant } = await queryClient.ensureQueryData(meQuery);
  return configuration().link.demo && tenant.name === DEMO_USER;
}

/** ACC-12, at sign-in: the last choice a person made, here or elsewhere, wins. */
export async function syncLanguage(): Promise<void> {
  if (await isDemo()) return;
  if (chosenBeforeSignIn) {
    chosenBeforeSignIn = false;
    return saveLanguage();
  }
  const word = (await readLanguageWord(await isManager())) || configuration().link.systemLanguage;
  if (word) changeLanguage(languageOfWord(word));
}

async function saveLanguage(): Promise<void> {
  try {
    if (await isDemo()) return;
    await saveLanguageWord(wordOfLanguage(languageStore.get()), await isManager());
    await queryClient.invalidateQueries(customisationQuery);
  } catch (problem) {
    // The choice holds in this browser; the next change tries again.
    console.warn("the language was not saved on the server", problem);
  }
}

async function isManager(): Promise<boolean> {
  const { privileges } = await queryClient.ensureQueryData(meQuery);
  return privileges.tenant_manager || privileges.system_manager;
}
