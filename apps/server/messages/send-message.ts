import type { Db } from "../platform/postgres/schema.ts";
import { type Channel, insertOutgoing, markFailed, markSent, type OutgoingMessage } from "./outbox-store.ts";

/** Hands a message to a provider; rejects with the provider's reason. */
export type Deliver = (message: OutgoingMessage) => Promise<void>;

/** The configured providers; a channel without one leaves its messages in the outbox for the operator (ACC-07). */
export type Providers = Partial<Record<Channel, Deliver>>;

export type SendResult = { kind: "sent" } | { kind: "kept" } | { kind: "failed"; problem: string };

/** Sends at once: writes a row, calls the provider, then writes the result into the row. */
export async function sendNow(db: Db, providers: Providers, message: OutgoingMessage): Promise<SendResult> {
  const deliver = providers[message.channel];
  if (!deliver) {
    await insertOutgoing(db, message, "unconfigured");
    return { kind: "kept" };
  }
  const id = await insertOutgoing(db, message, "sending");
  try {
    await deliver(message);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await markFailed(db, id, problem);
    return { kind: "failed", problem };
  }
  await markSent(db, id);
  return { kind: "sent" };
}
