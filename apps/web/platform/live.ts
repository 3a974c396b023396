import { createStore, type Store } from "./kept.ts";

/** State of the live channel: values that are no longer live turn grey. */
export type LiveState =
  | { readonly kind: "live" }
  /** `retryAt` in epoch milliseconds: when the next attempt starts. */
  | { readonly kind: "reconnecting"; readonly retryAt: number }
  | { readonly kind: "offline" }
  /** Nothing on this page is live, so nothing is connected. */
  | { readonly kind: "idle" };

/** Written by the live connection, read by the dot in the header and by every live value. */
export const liveStore: Store<LiveState> = createStore<LiveState>({ kind: "idle" });
