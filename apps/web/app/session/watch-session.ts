import { sessionStore } from "../../accounts/session.ts";
import { translate } from "../../platform/i18n.ts";
import { trackFor } from "../../settings/tracking.ts";
import { addNote } from "../../ui/float/notes.ts";
import { keepUnkeptWork } from "../../ui/form/unkept-work.ts";
import { forgetAddresses } from "../kept-addresses.ts";
import { isPublicPath } from "../page-table.ts";
import { queryClient } from "../query-client.ts";
import { router } from "../router.tsx";
import { safeReturn } from "./return-address.ts";
import { isSigningOut } from "./sign-out-here.ts";

/** Whatever changes the session (this page, another tab, the server), every page follows. */
export function watchSession(): void {
  let last = sessionStore.get()?.token;
  sessionStore.subscribe(() => {
    const token = sessionStore.get()?.token;
    if (token === last) return;
    const isSwitch = last !== undefined;
    last = token;
    // Nothing of one user reaches another (NAV-06).
    forgetAddresses();
    trackFor(null);
    if (token === undefined) leave();
    else if (isSwitch) void queryClient.resetQueries();
  });
}

function leave(): void {
  queryClient.clear();
  const { pathname, href } = router.state.location;
  if (isPublicPath(pathname)) return;
  keepUnkeptWork();
  if (!isSigningOut()) addNote({ tone: "tip", text: translate("app.signIn.ended") });
  const search = isSigningOut() ? {} : { redirect: href };
  // A page whose session has ended has nothing left to stay for: its guards do not ask.
  void router.navigate({ to: "/Login", search, ignoreBlocker: true });
}

/** Another tab signed in: this one continues with that session, or reloads its page for another user. */
export async function followSignIn(): Promise<void> {
  const { pathname, search } = router.state.location;
  if (pathname === "/Login") await router.navigate({ href: safeReturn((search as { redirect?: string }).redirect) });
  else await router.invalidate();
}
