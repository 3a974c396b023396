import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { deviceErrors } from "./errors.ts";
import { thing } from "./thing.ts";

/** Data of the guide to the first device. */
export const connectInfo = endpoint({
  name: "devices.connectInfo",
  method: "GET",
  path: "/things/connect",
  summary: { zh: "设备接入信息", en: "Where and how devices connect" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({
    /** Null: the host of the pages. */
    mqtt_host: z.string().nullable(),
    /** Null: over TLS alone. */
    mqtt_port: z.number().nullable(),
    mqtts_port: z.number(),
    things_num: z.number(),
    /** Null: no limit. */
    things_limit: z.number().nullable(),
    /** `running`: the tenant has its vehicle; `unavailable`: this server drives none. */
    simulator: z.enum(["ready", "running", "unavailable"]),
    simulated_things_id: z.string().nullable(),
  }),
});

/** A vehicle for people without hardware, driven by the program itself over the same device link; one a tenant. */
export const startSimulated = endpoint({
  name: "devices.startSimulated",
  method: "POST",
  path: "/things/simulated",
  summary: { zh: "启动模拟车辆", en: "Start a simulated vehicle" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  rateLimit: RATE.scarce,
  reply: z.object({ data: thing }),
  errors: [deviceErrors.deviceLimit, deviceErrors.canDeviceLimit, deviceErrors.simulatorUnavailable],
});
