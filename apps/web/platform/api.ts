import { createClient } from "@canopy/contract/platform/client";
import { languageStore } from "./language.ts";

let currentToken: () => string | null = () => null;

/** Accounts keeps the session and hands over where its token is found; nothing below knows how it is kept. */
export function takeTokenFrom(source: () => string | null): void {
  currentToken = source;
}

/** The one client of the pages: every call goes through the declarations of the contract. */
export const api = createClient({
  base: "/api",
  fetch: (input, init) => fetch(input, init),
  token: () => currentToken(),
  language: () => languageStore.get(),
});
