/** What became of a request to a terminal; the gateway's answer fits. */
export type LinkOutcome =
  | { readonly kind: "done"; readonly result: unknown }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  | { readonly kind: "offline" }
  | { readonly kind: "timeout" };

export interface LinkRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/** Asks a terminal, wherever it is connected; settles at the latest after `timeoutMs`. `app.ts` hands it over. */
export type AskDevice = (deviceId: string, request: LinkRequest) => Promise<LinkOutcome>;
