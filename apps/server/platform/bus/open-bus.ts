import type { Log } from "../log.ts";
import type { Bus } from "./bus.ts";
import { localBus } from "./local-bus.ts";
import { natsBus } from "./nats-bus.ts";

/** One process needs no server between its roles; several meet at `NATS_URL`. */
export async function openBus(config: { readonly natsUrl: string | undefined }, log: Log): Promise<Bus> {
  return config.natsUrl === undefined ? localBus(log) : natsBus(config.natsUrl, log);
}
