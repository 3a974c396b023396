import { hostname } from "node:os";
import type { MqttAddress } from "./devices/device-services.ts";
import type { Gateway } from "./frames/gateway/gateway.ts";
import type { Config } from "./platform/config.ts";

/** Where terminals reach us from outside; a host that listens everywhere has no name of its own. */
export function outsideHost({ publicUrl, host }: Pick<Config, "publicUrl" | "host">): string {
  const named = publicUrl ? new URL(publicUrl).hostname : host;
  return named === "0.0.0.0" || named === "::" ? hostname() : named;
}

/** Where terminals fetch what they are told to. */
export function webAddress(config: Pick<Config, "publicUrl" | "host" | "httpPort">): string {
  if (config.publicUrl !== undefined) return config.publicUrl.replace(/\/$/, "");
  const host = outsideHost(config);
  return `http://${host.includes(":") ? `[${host}]` : host}:${config.httpPort}`;
}

/** Where terminals connect; where none come to this process, they come to another with the same settings. */
export function mqttAddress(config: Config, gateway: Gateway | undefined): MqttAddress {
  const host = config.mqttHost ?? outsideHost(config);
  const { mqttPort, mqttsPort } = gateway ?? config;
  return { host, port: mqttPort, sslport: mqttsPort ?? config.mqttsPort };
}
