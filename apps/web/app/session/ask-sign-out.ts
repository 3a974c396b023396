import { createStore } from "../../platform/kept.ts";
import { signOutHere } from "./sign-out-here.ts";

/** What one still sends, while the page asks about it. */
type Own = Awaited<ReturnType<typeof import("../../frames/send/OwnTransmissions.tsx").ownTransmissions>>;
export const signOutQuestion = createStore<Own | null>(null);

/** DEV-06, ACC-22: asks first where devices go on sending. Who cannot be told of any signs out as always. */
export async function askSignOut(): Promise<void> {
  const own = await import("../../frames/send/OwnTransmissions.tsx")
    .then(({ ownTransmissions }) => ownTransmissions())
    .catch(() => []);
  if (own.length === 0) await signOutHere();
  else signOutQuestion.set(own);
}
