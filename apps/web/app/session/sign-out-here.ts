import { removeStored } from "../../accounts/remove-stored.ts";
import { signOut } from "../../accounts/sign-out.ts";
import { resetDismissed } from "../../capacity/popover-closed.ts";
import { configuration } from "../../settings/configuration.ts";
import { takeLoginUrl } from "./arrival.ts";

/** CAP-03 keeps under this word which capacity warning was read; the next person shall see it. */
const CAPACITY_DISMISSAL = "popoverClosed";
let isRunning = false;

/** Whether the session ends because its user asked for it here. */
export const isSigningOut = (): boolean => isRunning;

/** ACC-22: to the sign-in page, and not back to where one was. */
export async function signOutHere(): Promise<void> {
  isRunning = true;
  try {
    await signOut();
    resetDismissed();
    removeStored(CAPACITY_DISMISSAL);
    const back = takeLoginUrl(configuration().link.loginOrigins);
    if (back) location.assign(back);
  } finally {
    isRunning = false;
  }
}
