import type { Db } from "../platform/postgres/schema.ts";
import type { Providers } from "./find-providers.ts";
import { insertOutgoing, markFailed, markSent } from "./outbox-store.ts";
import type { NewMessage, Receipt } from "./outgoing-message.ts";

export type SendResult = { kind: "sent" } | { kind: "kept" } | { kind: "failed"; problem: string };

/** Sends at once, for somebody who waits: writes a row, calls the provider, then writes the result into the row. */
export async function sendNow(
  db: Db,
  providers: Pick<Providers, "find">,
  message: NewMessage,
  installationSecret?: string,
): Promise<SendResult> {
  const provider = await providers.find(message.channel);
  if (!provider) {
    await insertOutgoing(db, message, "unconfigured", installationSecret);
    return { kind: "kept" };
  }
  const id = await insertOutgoing(db, message, "sending", installationSecret);
  let receipt: Receipt;
  try {
    receipt = await provider.deliver({ ...message, id });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await markFailed(db, id, problem);
    return { kind: "failed", problem };
  }
  await markSent(db, id, receipt, provider.ask !== undefined);
  return { kind: "sent" };
}
