import type { privilegeSelf } from "@canopy/contract/accounts/self";
import type { Endpoint, Reply } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { z } from "zod";
import { codeText } from "../platform/error-texts.ts";
import { renderAgain } from "../platform/i18n.ts";
import { readStorage, writeStorage } from "../platform/kept.ts";
import { removeStored } from "./remove-stored.ts";

/** USR-05: the map of permitted API names, under the spec's own word; absent for managers. */
const KEY = "userApiRoleListMap";

const apiMap = z.record(z.string(), z.literal(true));

export function keepApiNames(privileges: Reply<typeof privilegeSelf>): void {
  const before = readStorage(KEY);
  if (privileges.tenant_manager || privileges.system_manager) dropApiNames();
  else writeStorage(KEY, JSON.stringify(Object.fromEntries(privileges.apis.map((name) => [name, true]))));
  if (readStorage(KEY) !== before) renderAgain();
}

export function dropApiNames(): void {
  removeStored(KEY);
}

/** Whether this user is a manager, whose calls no map limits. */
export const isManager = (): boolean => readStorage(KEY) === null;

/** The check of a button before it is offered; the server checks the same name again. */
export function mayCall(endpoint: Pick<Endpoint, "name">): boolean {
  const text = readStorage(KEY);
  if (text === null) return true;
  return apiNamesOf(text)[endpoint.name] === true;
}

/** The reason why this user may not make the call; undefined: allowed. */
export function callDenied(endpoint: Pick<Endpoint, "name">): string | undefined {
  return mayCall(endpoint) ? undefined : codeText(platformErrors.forbidden.code);
}

/** A spoilt map permits nothing: buttons then explain, and the next sign-in writes it anew. */
export function apiNamesOf(text: string): Readonly<Record<string, true>> {
  try {
    return apiMap.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
