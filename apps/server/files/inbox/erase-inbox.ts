import type { InboxPlace } from "./inbox-place.ts";

/** What lies in the inbox of a tenant that is erased. */
export function eraseTenantInbox({ inbox }: { readonly inbox: InboxPlace }) {
  return async (tenantId: string, signal: AbortSignal): Promise<void> => {
    for await (const { path } of inbox.list(tenantId)) {
      signal.throwIfAborted();
      await inbox.remove(tenantId, path);
    }
  };
}
