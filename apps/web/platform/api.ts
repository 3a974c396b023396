import { type Client, createClient } from "@canopy/contract/platform/client";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { CallError } from "@canopy/contract/platform/http-call";
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

let refused: (endpoint: Endpoint) => void = () => undefined;

/** Called when the server refuses to change something for want of a right. */
export function setRefusedListener(listener: (endpoint: Endpoint) => void): void {
  refused = listener;
}

export const isForbidden = (problem: unknown): boolean =>
  problem instanceof CallError && problem.code === platformErrors.forbidden.code;

const clientOf = (token: () => string | null): Client =>
  createClient({
    base: "/api",
    fetch: (input, init) => fetch(input, init),
    token,
    language: () => languageStore.get(),
  });
const client = clientOf(currentToken);

/** With another token than that of the page's session. */
export const apiAs = (token: string): Client => clientOf(() => token);

/** The one client of the pages: every call goes through the declarations of the contract. */
export const api: Client = (endpoint, sent, options) =>
  client(endpoint, sent, options).catch((problem: unknown) => {
    if (isForbidden(problem) && !endpoint.reads) refused(endpoint);
    throw problem;
  });
