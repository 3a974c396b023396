import type { Db } from "../platform/postgres/schema.ts";
import type { Providers } from "./find-providers.ts";
import { insertOutgoing, markFailed, markSent } from "./outbox-store.ts";
import type { NewMessage } from "./outgoing-message.ts";

export type SendResult = { kind: "sent" } | { kind: "kept" } | { kind: "failed"; problem: string };

/** Sends at once, for somebody who waits: writes a row, calls the provider, then writes the result into the row. */
export async function sendNow(db: Db, providers: Pick<Providers, "find">, message: NewMessage): Promise<SendResult> {
  const deliver = await providers.find(message.channel);
  if (!deliver) {
    await insertOutgoing(db, message, "unconfigured");
    return { kind: "kept" };
  }
  const id = await insertOutgoing(db, message, "sending");
  try {
    await deliver({ ...message, id });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await markFailed(db, id, problem);
    return { kind: "failed", problem };
  }
  await markSent(db, id);
  return { kind: "sent" };
}
