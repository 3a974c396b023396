import type { ActionKind } from "@canopy/contract/alarms/rule-content";

interface Target {
  readonly destination: string;
  /** Signs what is sent to a webhook. */
  readonly target?: string;
}

/** The target of an action: a number, an address, or a URL whose fragment is the signing secret. Undefined: none of them. */
export function readTarget(kind: Exclude<ActionKind, "command">, text: string): Target | undefined {
  if (kind === "email") return /^\S+@\S+\.\S+$/.test(text) ? { destination: text } : undefined;
  if (kind === "sms" || kind === "voice") return /^\+?\d{5,20}$/.test(text) ? { destination: text } : undefined;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const secret = decodeURIComponent(url.hash.slice(1));
  url.hash = "";
  return { destination: url.href, ...(secret !== "" && { target: secret }) };
}
