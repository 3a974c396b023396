import { PROVIDED_CHANNELS, type ProvidedChannel } from "@canopy/contract/messages/providers";
import type { Db } from "../platform/postgres/schema.ts";
import type { Providers } from "./find-providers.ts";
import { listTraffic } from "./provider-store.ts";

export interface ProviderState {
  readonly channel: ProvidedChannel;
  /** Null: none. */
  readonly provider: string | null;
  readonly waiting: number;
  readonly failed: number;
  readonly problem: string | null;
}

export async function providerStates(db: Db, providers: Pick<Providers, "settings">): Promise<ProviderState[]> {
  const traffic = await listTraffic(db);
  return Promise.all(
    PROVIDED_CHANNELS.map(async (channel) => {
      const counted = traffic.find((one) => one.channel === channel);
      const { waiting = 0, failed = 0, problem = null } = counted ?? {};
      return { channel, provider: (await providers.settings(channel))?.kind ?? null, waiting, failed, problem };
    }),
  );
}
