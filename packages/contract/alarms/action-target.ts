import { newEmail } from "../accounts/rules.ts";
import type { ActionKind } from "./action-kinds.ts";

interface Target {
  readonly destination: string;
  /** Signs what is sent to a webhook. */
  readonly target?: string;
}

/** The target of an action: a number, an address, or a URL whose fragment is the signing secret. Undefined: none of them. */
export function readTarget(kind: Exclude<ActionKind, "command">, text: string): Target | undefined {
  // One address: a list in one target would send to all of it at the frequency of one.
  if (kind === "email") return newEmail.safeParse(text).success ? { destination: text } : undefined;
  if (kind === "sms" || kind === "voice") return /^\+?\d{5,20}$/.test(text) ? { destination: text } : undefined;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const secret = decoded(url.hash.slice(1));
  if (secret === undefined) return undefined;
  url.hash = "";
  return { destination: url.href, ...(secret !== "" && { target: secret }) };
}

/** Undefined: a `%` that begins no escape, as in `100%`. */
function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
