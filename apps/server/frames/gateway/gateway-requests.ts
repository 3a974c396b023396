import type { DeviceReply } from "@canopy/contract/device-link/requests";

export type RequestOutcome =
  /** `isPlain`: the dialect has no values, the result is `{message}` whatever the method promises. */
  | { readonly kind: "done"; readonly result: unknown; readonly isPlain?: boolean | undefined }
  /** The terminal answered no. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  | { readonly kind: "offline" }
  | { readonly kind: "timeout" };

interface PendingRequest {
  /** The connection it went to; another device cannot answer it. */
  readonly owner: object;
  readonly settle: (outcome: RequestOutcome) => void;
  readonly onProgress: ((progress: Record<string, unknown>) => void) | undefined;
}

export interface PendingOptions {
  readonly timeoutMs: number;
  readonly onProgress?: ((progress: Record<string, unknown>) => void) | undefined;
}

/** Requests under way: each is settled once, by its answer, its deadline or the end of its connection. */
export class GatewayRequests {
  private readonly pending = new Map<string, PendingRequest>();
  private lastId: number;

  /** Ids go on from the time of the start, so that a late answer to an earlier server meets none of ours. */
  constructor(startMs: number) {
    this.lastId = Math.floor(startMs / 1000) % 0x3fffffff;
  }

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  wait(id: number, owner: object, { timeoutMs, onProgress }: PendingOptions): Promise<RequestOutcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle({ kind: "timeout" }), timeoutMs);
      const settle = (outcome: RequestOutcome) => {
        clearTimeout(timer);
        this.pending.delete(String(id));
        resolve(outcome);
      };
      this.pending.set(String(id), { owner, settle, onProgress });
    });
  }

  /** Whether a caller was waiting for it. */
  answer(owner: object, reply: DeviceReply, isPlain = false): boolean {
    const pending = this.pending.get(reply.id);
    if (pending?.owner !== owner) return false;
    if ("progress" in reply) pending.onProgress?.(reply.progress);
    else if (reply.ok) pending.settle({ kind: "done", result: reply.result, ...(isPlain && { isPlain }) });
    else pending.settle({ kind: "failed", code: reply.code, message: reply.message ?? "" });
    return true;
  }

  /** It could not be sent. */
  cancel(id: number): void {
    this.pending.get(String(id))?.settle({ kind: "offline" });
  }

  /** The connection is gone: its open requests will not be answered. */
  drop(owner: object): void {
    for (const pending of this.pending.values()) if (pending.owner === owner) pending.settle({ kind: "offline" });
  }
}
