import { z } from "zod";
import { storeErrors } from "../frames/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

/**
 * Of the configuration that was saved for a device: it has it, it waits for it, it did not take it, it has another one by
 * now. `none`: nobody saved one.
 */
export const CONFIG_STEPS = ["in_step", "waiting", "refused", "changed", "none"] as const;
export type ConfigStep = (typeof CONFIG_STEPS)[number];

const fleetSpread = z.object({
  versions: z.array(
    z.object({
      /** Null: the device has not said one. */
      firmware: z.string().nullable(),
      config: z.enum(CONFIG_STEPS),
      devices: z.number(),
    }),
  ),
  /** Identifiers of the newest minute of the devices that were there last; known: a DBC bound to their channel has them. */
  coverage: z.object({ devices: z.number(), ids: z.number(), known_ids: z.number() }),
});
export type FleetSpread = z.output<typeof fleetSpread>;

/** STA-01: of the devices that the caller may read. */
export const readFleetSpread = endpoint({
  name: "statistics.readFleetSpread",
  method: "GET",
  path: "/statistics/spread",
  summary: { zh: "固件与配置分布、解码覆盖", en: "Devices by firmware and configuration, and known identifiers" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ label_id: idOf("label").optional() }),
  reply: z.object({ data: fleetSpread }),
  errors: [...storeErrors],
});
