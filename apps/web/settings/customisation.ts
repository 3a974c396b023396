import {
  type ATTRIBUTE_TYPES,
  type Customisation,
  createUserAttribute,
  customisation,
  getUserAttribute,
  updateUserAttribute,
} from "@canopy/contract/settings/attributes";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../platform/api.ts";

type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

const PLATFORM = "candtu";
const NONE: Customisation = {};

/** NAV-08: the tenant's customisation; a sub-user inherits it. Absent or invalid: the built-in values. */
export const customisationQuery = queryOptions({
  queryKey: ["settings", "customisation"],
  queryFn: async ({ signal }): Promise<Customisation> =>
    (await readAttribute("systemConfig", { findParent: true, signal }))?.values ?? NONE,
  staleTime: 60_000,
});

export function useCustomisation(): Customisation {
  return useQuery(customisationQuery).data ?? NONE;
}

/**
 * Where the language is stored: a manager's choice is part of the tenant's customisation; a sub-user may not change
 * that (USR-03) and keeps its own, so that it still inherits logo and name.
 */
function languageAttribute(isManager: boolean): AttributeType {
  return isManager ? "systemConfig" : "userConfig";
}

/** ACC-12: the language kept on the server; undefined where none was chosen. */
export async function readLanguageWord(isManager: boolean): Promise<string | undefined> {
  const own = isManager ? undefined : (await readAttribute(languageAttribute(false), {}))?.values.systemLanguage;
  return own ?? (await readAttribute("systemConfig", { findParent: true }))?.values.systemLanguage;
}

export function saveLanguageWord(systemLanguage: string, isManager: boolean): Promise<void> {
  return change(languageAttribute(isManager), { systemLanguage });
}

/** NAV-08: the manager's, for everybody of the tenant. */
export function saveCustomisation(changed: Customisation): Promise<void> {
  return change("systemConfig", changed);
}

/** Changes some values and leaves the others: PUT with the id of one's own attribute, POST where there is none. */
async function change(type: AttributeType, changed: Customisation): Promise<void> {
  const own = await readAttribute(type, {});
  const body = { platform: PLATFORM, attribute_type: type, attribute: { ...own?.values, ...changed } };
  if (own) await api(updateUserAttribute, { params: { id: own.id }, body });
  else await api(createUserAttribute, { body });
}

interface ReadOptions {
  findParent?: boolean;
  signal?: AbortSignal;
}

async function readAttribute(type: AttributeType, { findParent = false, signal }: ReadOptions) {
  const query = { platform: PLATFORM, attribute_type: type, find_parent: findParent };
  const { data } = await api(getUserAttribute, { query }, signal ? { signal } : {});
  if (!data) return null;
  const parsed = customisation.safeParse(data.attribute);
  return { id: data.id, values: parsed.success ? parsed.data : NONE };
}
