import { createStore } from "../../platform/kept.ts";
import { keepUnkeptWork } from "../../ui/form/unkept-work.ts";
import { signOutHere } from "./sign-out-here.ts";

/** What one still sends, while the page asks about it. */
type Own = Awaited<ReturnType<typeof import("../../frames/send/OwnTransmissions.tsx").ownTransmissions>>;
export const signOutQuestion = createStore<Own | "unkept" | null>(null);

/** ACC-22: asks first where the page has changes that would be lost. */
export async function askSignOut(): Promise<void> {
  if (keepUnkeptWork()) signOutQuestion.set("unkept");
  else await askAboutSending();
}

/** DEV-06: asks first where devices go on sending. Who cannot be told of any signs out as always. */
export async function askAboutSending(): Promise<void> {
  const own = await import("../../frames/send/OwnTransmissions.tsx")
    .then(({ ownTransmissions }) => ownTransmissions())
    .catch(() => []);
  if (own.length === 0) await signOutHere();
  else signOutQuestion.set(own);
}
