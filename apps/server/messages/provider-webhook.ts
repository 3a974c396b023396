import { requireSuccess } from "./delivery-problem.ts";
import type { Provider } from "./outgoing-message.ts";
import { postSigned, signedTime } from "./signed-post.ts";

/** A JSON message to an address of the tenant. */
export function webhook(mayBePrivate: boolean): Provider {
  const deliver: Provider["deliver"] = async ({ id, destination, target, subject, content, parameters }) => {
    const nowMs = Date.now();
    const timestamp = Number(signedTime(nowMs));
    const body = JSON.stringify({ id, type: "notice", timestamp, subject, content, parameters });
    requireSuccess(await postSigned({ url: new URL(destination), id, body, nowMs, secret: target, mayBePrivate }));
    return { isDelivered: true };
  };
  return { deliver };
}
