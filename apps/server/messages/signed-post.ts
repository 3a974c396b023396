import { createHmac } from "node:crypto";
import { type LookUp, type OutsideAnswer, postOutside } from "../platform/outside/post-outside.ts";

export interface SignedPost {
  readonly url: URL;
  /** The same at every try. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  readonly nowMs: number;
  /** Without one nothing is signed. */
  readonly secret?: string | undefined;
  /** Webhooks of tenants may lead into the operator's own network. */
  readonly mayBePrivate: boolean;
  readonly patienceMs?: number;
  readonly lookUp?: LookUp;
}

/** A POST to an address of a tenant, signed as "Standard Webhooks" says. */
export function postSigned({ url, id, body, nowMs, secret, ...how }: SignedPost): Promise<OutsideAnswer> {
  const timestamp = signedTime(nowMs);
  return postOutside({
    ...how,
    url,
    headers: {
      "content-type": "application/json",
      "idempotency-key": id,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      ...(secret === undefined ? {} : { "webhook-signature": webhookSignature(secret, { id, timestamp, body }) }),
    },
    body,
  });
}

/** Whole seconds. */
export const signedTime = (nowMs: number): string => String(Math.floor(nowMs / 1000));

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
}

export const webhookSignature = (secret: string, { id, timestamp, body }: Signed): string =>
  `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
