import { createHmac } from "node:crypto";
import { postOutside } from "../platform/outside/post-outside.ts";
import { requireSuccess } from "./delivery-problem.ts";
import type { Provider } from "./outgoing-message.ts";

/** A JSON message to an address of the tenant, signed as "Standard Webhooks" says. */
export function webhook(mayBePrivate: boolean): Provider {
  const deliver: Provider["deliver"] = async ({ id, destination, target, subject, content, parameters }) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const body = JSON.stringify({ id, type: "notice", timestamp: Number(timestamp), subject, content, parameters });
    const answer = await postOutside({
      url: new URL(destination),
      headers: {
        "content-type": "application/json",
        "idempotency-key": id,
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        ...(target === undefined ? {} : { "webhook-signature": webhookSignature(target, { id, timestamp, body }) }),
      },
      body,
      mayBePrivate,
    });
    requireSuccess(answer);
    return { isDelivered: true };
  };
  return { deliver };
}

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
}

export const webhookSignature = (secret: string, { id, timestamp, body }: Signed): string =>
  `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
