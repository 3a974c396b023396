/** The ways to sign in that lead over another site. */
type ArrivalKind = "oidc" | "weixin";

const KEY = "arrival";

interface Kept {
  readonly kind: string;
  readonly state: string;
  readonly redirect: string;
}

/** This tab has begun the sign-in that comes back with this state: an answer to any other is nobody's here. */
export function rememberArrival(kind: ArrivalKind, state: string): void {
  const redirect = new URLSearchParams(location.search).get("redirect") ?? "";
  sessionStorage.setItem(KEY, `${kind} ${state} ${redirect}`);
}

/** NAV-02: the page that was asked for when the sign-in with this state began in this tab; empty: none. */
export function arrivalRedirect(state: string | null): string {
  const kept = read();
  return kept?.state === state ? kept.redirect : "";
}

/** How the sign-in with this state began in this tab; once. */
export function takeArrival(state: string | null): ArrivalKind | undefined {
  const kept = read();
  sessionStorage.removeItem(KEY);
  if (kept?.state !== state) return undefined;
  return kept.kind === "oidc" || kept.kind === "weixin" ? kept.kind : undefined;
}

/** An address may have spaces, kind and state have none. */
function read(): Kept | undefined {
  const [, kind = "", state = "", redirect = ""] = /^(\S+) (\S+) (.*)$/.exec(sessionStorage.getItem(KEY) ?? "") ?? [];
  return state === "" ? undefined : { kind, state, redirect };
}
