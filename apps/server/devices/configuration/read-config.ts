import { type DeviceConfig, deviceConfig } from "@canopy/contract/device-link/config";
import { configHash } from "@canopy/contract/device-link/config-hash";
import { methods } from "@canopy/contract/device-link/methods";
import { configErrors } from "@canopy/contract/devices/config-errors";
import { findDevice } from "../find-device.ts";
import type { LinkOutcome } from "../link/device-link.ts";
import { type CommandServices, sendToDevice } from "../link/send-command.ts";
import { storeReported } from "./reported-config-store.ts";

export interface ConfigOwner {
  readonly tenantId: string;
  readonly thingsId: string;
}

/** The configuration in force, or the code of why it is unknown. */
export type ConfigReading = { readonly hash: string } | { readonly problem: string };

export const CONFIG_TIMEOUT_MS = 10_000;

/** Asked by a user: a command like any other, with its row and its entry in the log. */
export async function readConfig(services: CommandServices, owner: ConfigOwner, userName: string) {
  const timeoutMs = CONFIG_TIMEOUT_MS;
  const sent = await sendToDevice(services, { ...owner, method: "config.read", params: {}, timeoutMs, userName });
  return keepAnswer(services, owner, outcomeOf(sent));
}

/** Asked by the server itself, after the terminal said that it has another one. */
export async function lookAtConfig(services: CommandServices, owner: ConfigOwner): Promise<ConfigReading> {
  const device = await findDevice(services.db, owner.tenantId, owner.thingsId);
  if (!device) return { problem: configErrors.configOffline.code };
  const request = { method: "config.read", params: {}, timeoutMs: CONFIG_TIMEOUT_MS };
  return keepAnswer(services, owner, await services.ask(device.deviceId, request));
}

async function keepAnswer(services: CommandServices, owner: ConfigOwner, answer: LinkOutcome): Promise<ConfigReading> {
  if (answer.kind !== "done") return { problem: problemOf(answer) };
  const read = methods["config.read"].result.safeParse(answer.result);
  const config = deviceConfig.safeParse(read.data?.config);
  if (!read.success || !config.success) return { problem: configErrors.configUnsupported.code };
  return { hash: await keepReported(services, owner, { config: config.data, revision: read.data.revision }) };
}

export async function keepReported(
  { db, now }: CommandServices,
  owner: ConfigOwner,
  { config, revision }: { config: DeviceConfig; revision: number },
): Promise<string> {
  const hash = configHash(config);
  await storeReported(db, owner, { hash, config, revision, time: now() });
  return hash;
}

export function problemOf(answer: Exclude<LinkOutcome, { kind: "done" }>): string {
  if (answer.kind === "offline") return configErrors.configOffline.code;
  if (answer.kind === "timeout") return configErrors.configTimeout.code;
  return (answer.code === "unknownMethod" ? configErrors.configUnsupported : configErrors.configRefused).code;
}

/** A settled command as the answer it had. */
export function outcomeOf(sent: { state: string; result: unknown; error_code: string | null }): LinkOutcome {
  if (sent.state === "done") return { kind: "done", result: sent.result };
  if (sent.state === "failed") return { kind: "failed", code: sent.error_code ?? "", message: "" };
  return { kind: sent.state === "offline" ? "offline" : "timeout" };
}
