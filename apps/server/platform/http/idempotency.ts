import { createHash } from "node:crypto";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "./api-error.ts";

/** A call that was begun under a key, and its answer once it is done. */
export interface KeptCall {
  requestHash: string;
  answer: { status: number; body: unknown } | null;
}

/** Where kept calls live. Owner is the user, or the address of an anonymous caller. */
export interface IdempotencyStore {
  /** A call not renewed for this long died with its server: its key can be claimed again. */
  readonly leaseMs: number;
  /** Claims the key; answers the kept call where someone was first. */
  begin(owner: string, key: string, requestHash: string): Promise<KeptCall | null>;
  /** The call of this key is still being carried out. */
  renew(owner: string, key: string): Promise<void>;
  finish(owner: string, key: string, answer: { status: number; body: unknown }): Promise<void>;
  /** Gives the key back: the call failed in a way that a repeat may mend. */
  forget(owner: string, key: string): Promise<void>;
}

export const KEY_MAX = 128;
/** A renewal that comes late, or fails once, does not give the key away. */
const RENEWALS_PER_LEASE = 4;

export function requestHash(endpointName: string, { body, ...input }: { readonly body?: unknown }): string {
  const hash = createHash("sha256").update(endpointName).update("\n").update(JSON.stringify(input));
  return hash.update(body instanceof Uint8Array ? body : JSON.stringify(body ?? null)).digest("hex");
}

/** Runs a call once per key: a repeat gets the first answer, a different request under the same key is refused. */
export async function once<T extends { status: number; body: unknown }>(
  store: IdempotencyStore,
  owner: string,
  key: string,
  hash: string,
  run: () => Promise<T>,
): Promise<{ status: number; body: unknown; replayed: boolean }> {
  const kept = await store.begin(owner, key, hash);
  if (kept) {
    if (kept.requestHash !== hash) throw new ApiError(platformErrors.idempotencyMismatch);
    if (!kept.answer) throw new ApiError(platformErrors.idempotencyRunning);
    return { ...kept.answer, replayed: true };
  }
  // A database that is away for a moment fails the call itself, if it needs it; the next renewal tries again.
  const renewing = setInterval(
    () => store.renew(owner, key).catch(() => undefined),
    store.leaseMs / RENEWALS_PER_LEASE,
  );
  try {
    const answer = await run();
    await store.finish(owner, key, { status: answer.status, body: answer.body });
    return { ...answer, replayed: false };
  } catch (error) {
    await store.forget(owner, key);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}
