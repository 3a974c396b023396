/** The ways to sign in that lead over another site. */
type ArrivalKind = "oidc" | "weixin";

const KEY = "arrival";

/** This tab has begun the sign-in that comes back with this state: an answer to any other is nobody's here. */
export function rememberArrival(kind: ArrivalKind, state: string): void {
  sessionStorage.setItem(KEY, `${kind} ${state}`);
}

/** How the sign-in with this state began in this tab; once. */
export function takeArrival(state: string | null): ArrivalKind | undefined {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (kept === `oidc ${state}`) return "oidc";
  return kept === `weixin ${state}` ? "weixin" : undefined;
}
