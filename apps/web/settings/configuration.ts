import {
  type ConfigurationLink,
  configInfo,
  configurationLink,
  resourceLinks,
  systemConfig,
} from "@canopy/contract/settings/configuration";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { suggestLanguage } from "../platform/i18n.ts";
import { createStore, useStore } from "../platform/kept.ts";
import { languageOfWord } from "../platform/language.ts";

/** NAV-15: global permission info, with `link` read. Empty texts mean: the built-in default. */
export interface Configuration {
  readonly homepageLogo: string;
  readonly cloudname: string;
  readonly link: ConfigurationLink;
}

const RESOURCE_PATH = "/can";
const BUILT_IN: Configuration = { homepageLogo: "", cloudname: "", link: configurationLink.parse({}) };

const store = createStore<Configuration>(BUILT_IN);
let loading: Promise<void> | undefined;

export function useConfiguration(): Configuration {
  return useStore(store);
}

export function configuration(): Configuration {
  return store.get();
}

/** NAV-02: fetched first when absent. A failing call leaves the built-in defaults, and the next page tries again. */
export function loadConfiguration(company = companyOfPage()): Promise<void> {
  loading ??= fetchConfiguration(company).catch((problem: unknown) => {
    loading = undefined;
    console.warn("the system configuration did not load; built-in defaults are used", problem);
  });
  return loading;
}

/** After signing in (ACC-08): the tenant may see more than a stranger. */
export function reloadConfiguration(): Promise<void> {
  loading = undefined;
  return loadConfiguration("");
}

/** Sign-in page settings (NAV-15); without an answer the defaults of all pages. */
export const signInInfoQuery = queryOptions({
  queryKey: ["settings", "signInInfo"],
  queryFn: async ({ signal }) =>
    (
      await api(
        configInfo,
        { query: { resource_path: RESOURCE_PATH, is_debug: 0, company: companyOfPage() } },
        { signal },
      )
    ).data,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The addresses of the billing and manage sites, by key; none where none is configured. */
export const resourceLinksQuery = queryOptions({
  queryKey: ["settings", "resourceLinks"],
  queryFn: async ({ signal }) => {
    const { list } = await api(resourceLinks, { query: { resource_path: RESOURCE_PATH, is_debug: 0 } }, { signal });
    return Object.fromEntries(list.map(({ key, url }) => [key, url]));
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** NAV-08: `/Login?company=` is the sign-in page of that tenant; elsewhere one's own customisation counts. */
const companyOfPage = () =>
  location.pathname === "/Login" ? (new URLSearchParams(location.search).get("company") ?? "") : "";

async function fetchConfiguration(company: string): Promise<void> {
  const { data } = await api(systemConfig, { query: { resource_path: RESOURCE_PATH, isDebug: 0, company } });
  const link = readLink(data.link);
  store.set({ ...data, link });
  if (company !== "" && link.systemLanguage) suggestLanguage(languageOfWord(link.systemLanguage));
}

/** JSON text from a configuration that people edit: malformed text leaves the built-in defaults (NAV-15). */
export function readLink(text: string): ConfigurationLink {
  if (text === "") return BUILT_IN.link;
  try {
    return configurationLink.parse(JSON.parse(text));
  } catch {
    console.warn("the configuration's link is malformed; built-in defaults are used");
    return BUILT_IN.link;
  }
}
