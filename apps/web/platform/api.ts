import { createClient } from "@canopy/contract/platform/client";
import { languageStore } from "./language.ts";

let tokenSource: () => string | null = () => null;

/** Accounts keeps the session and hands over where its token is found; nothing below knows how it is kept. */
export function setTokenSource(source: () => string | null): void {
  tokenSource = source;
}

/** For the live stream, which is no call. */
export function currentToken(): string | null {
  return tokenSource();
}

/** The one client of the pages: every call goes through the declarations of the contract. */
export const api = createClient({
  base: "/api",
  fetch: (input, init) => fetch(input, init),
  token: currentToken,
  language: () => languageStore.get(),
});
