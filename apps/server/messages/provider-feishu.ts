import { createHmac } from "node:crypto";
import { postOutside } from "../platform/outside/post-outside.ts";
import { DeliveryProblem, jsonOf, requireSuccess } from "./delivery-problem.ts";
import type { Provider } from "./outgoing-message.ts";

/** "Too many requests" of the bot (100 a minute, 5 a second), and a fault of the service. */
const PASSING = [9499, 11232, 11233, 11247];

/** A custom bot of Feishu: its webhook and its signing secret are the tenant's. */
export function feishuBot(mayBePrivate: boolean): Provider {
  const deliver: Provider["deliver"] = async ({ destination, target, content }) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signed = target === undefined ? {} : { timestamp, sign: signatureOf(target, timestamp) };
    const answer = await postOutside({
      url: new URL(destination),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...signed, msg_type: "text", content: { text: content } }),
      mayBePrivate,
    });
    const { code, msg } = jsonOf(answer) ?? {};
    if (typeof code !== "number") requireSuccess(answer);
    else if (code !== 0) throw new DeliveryProblem(`${code}: ${String(msg)}`, { isFinal: !PASSING.includes(code) });
    return { isDelivered: true };
  };
  return { deliver };
}

/** The secret is part of the key, and the signed text is empty. */
export const signatureOf = (secret: string, timestamp: string): string =>
  createHmac("sha256", `${timestamp}\n${secret}`).update("").digest("base64");
