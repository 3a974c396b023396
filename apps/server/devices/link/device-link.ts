/** Outcome of a request to a terminal; the gateway's answer fits. */
export type LinkOutcome =
  /** `isPlain`: the terminal confirms in words; the result is `{message}` whatever the method promises. */
  | { readonly kind: "done"; readonly result: unknown; readonly isPlain?: boolean | undefined }
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
