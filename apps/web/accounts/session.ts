import { setTokenSource } from "../platform/api.ts";
import { createStore, type Store, useStore } from "../platform/kept.ts";

export interface Session {
  readonly token: string;
  readonly ujwt: string;
  readonly sessionId: string;
  /** ACC-01: ticked "remember": outlives the browser; else it ends with it. */
  readonly kept: boolean;
}

/** ACC-08: the words under which the spec stores them. */
const KEYS = { token: "token", ujwt: "ujwt", sessionId: "sessionId" } as const;
/** A tab's own session goes before the browser's. */
const PLACES = ["session", "local"] as const;

const store = createStore<Session | null>(readSession());
setTokenSource(() => store.get()?.token ?? null);

export const sessionStore: Pick<Store<Session | null>, "get" | "subscribe"> = store;

export function useSession(): Session | null {
  return useStore(store);
}

/** Signed in: the session is written where it belongs, and nowhere else. */
export function keepSession(session: Session): void {
  forget("local");
  takeSession(session);
}

/** A session handed over to this tab (NAV-05): the browser's stored session stays. */
export function takeSession(session: Session): void {
  forget("session");
  const place = storage(session.kept ? "local" : "session");
  place?.setItem(KEYS.ujwt, session.ujwt);
  place?.setItem(KEYS.sessionId, session.sessionId);
  // Last: other tabs wake up when the token appears.
  place?.setItem(KEYS.token, session.token);
  store.set(session);
}

/** Only in this browser; `sign-out.ts` ends it on the server. */
export function dropSession(): void {
  forget("session");
  forget("local");
  store.set(null);
}

/** The server ended this tab's session. Another one that the browser has stored stays; false where none is left. */
export function endSession(): boolean {
  const ended = store.get()?.token;
  for (const kind of PLACES) if (storage(kind)?.getItem(KEYS.token) === ended) forget(kind);
  store.set(null);
  return readSession() !== null;
}

/** Another tab changed the stored session; true when it differs from this one. */
export function rereadSession(): boolean {
  const found = readSession();
  if (found?.token === store.get()?.token) return false;
  store.set(found);
  return true;
}

export const TOKEN_KEY = KEYS.token;

function readSession(): Session | null {
  for (const kind of PLACES) {
    const place = storage(kind);
    const token = place?.getItem(KEYS.token);
    if (!place || !token) continue;
    return {
      token,
      ujwt: place.getItem(KEYS.ujwt) ?? "",
      sessionId: place.getItem(KEYS.sessionId) ?? "",
      kept: kind === "local",
    };
  }
  return null;
}

function forget(kind: "local" | "session"): void {
  for (const key of Object.values(KEYS)) storage(kind)?.removeItem(key);
}

/** A browser may forbid storage; then a session lives as long as the page. */
function storage(kind: "local" | "session"): Storage | undefined {
  try {
    return kind === "local" ? globalThis.localStorage : globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
