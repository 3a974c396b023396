import { deleteSession } from "@canopy/contract/accounts/sessions";
import { api } from "../platform/api.ts";
import { dropApiNames } from "./permissions.ts";
import { dropSession, endSession, sessionStore } from "./session.ts";
import { notifyTabs } from "./sessions/session-tabs.ts";

/** How long a person waits for the server before the page signs out without it (ACC-22). */
const SERVER_WAIT_MS = 3000;

/** Ends the session on the server, then here and in every tab; with the server away, here all the same. */
export async function signOut(): Promise<void> {
  const session = sessionStore.get();
  if (!session) return;
  const params = { session_id: session.sessionId };
  await api(deleteSession, { params }, { signal: AbortSignal.timeout(SERVER_WAIT_MS) }).catch((problem: unknown) => {
    console.warn("the server did not hear of the sign-out", problem);
  });
  // Nothing of this user stays in the browser.
  dropApiNames();
  dropSession();
  notifyTabs({ kind: "signedOut" });
}

/** The server ended the session while a page was open: in this tab and in those that hold the same one. */
export function sessionEnded(): void {
  const session = sessionStore.get();
  if (!session) return;
  if (!endSession()) dropApiNames();
  notifyTabs({ kind: "ended", token: session.token });
}
