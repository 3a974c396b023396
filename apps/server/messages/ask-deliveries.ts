import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Providers } from "./find-providers.ts";
import { claimAsked, keepDelivery } from "./outbox-store.ts";
import type { Delivery } from "./outgoing-message.ts";

const AT_ONCE = 20;

interface AskParts {
  readonly db: Db;
  readonly providers: Providers;
  readonly log: Log;
}

/** TRG-06: asks the providers what became of messages that they took; gives how many were asked for. */
export async function askDeliveries({ db, providers, log }: AskParts): Promise<number> {
  const asked = await claimAsked(db, AT_ONCE);
  await Promise.all(
    asked.map(async ({ id, channel, ...taken }) => {
      const provider = await providers.find(channel);
      let delivery: Delivery = { state: "accepted" };
      try {
        delivery = (await provider?.ask?.(taken)) ?? delivery;
      } catch (error) {
        log.warn({ id, channel, err: error }, "a provider does not say what became of a message");
      }
      await keepDelivery(db, id, delivery);
    }),
  );
  return asked.length;
}
