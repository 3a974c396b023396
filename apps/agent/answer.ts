import { methods } from "@canopy/contract/device-link/methods";
import { type DeviceReply, requestMessage } from "@canopy/contract/device-link/requests";
import type { DownTopic } from "@canopy/contract/device-link/topics";
import type { Spool } from "./spool/spool.ts";

/** An agent has no card, no configuration and no firmware: it knows the notices and the time. Null: say nothing. */
export function answer(
  topic: DownTopic,
  payload: Uint8Array,
  spool: Spool,
  log: (text: string) => void,
): DeviceReply | null {
  const request = requestMessage.safeParse(parse(payload));
  if (!request.success) return topic === "config" ? refusal(parse(payload)) : null;
  const { id, method, params, deadline } = request.data;
  const result = run(method, params, spool, log);
  if (deadline === undefined) return null;
  return result === undefined ? { id, ok: false, code: "unknownMethod" } : { id, ok: true, result };
}

function run(method: string, params: unknown, spool: Spool, log: (text: string) => void): object | undefined {
  if (method === "time.sync") return { device_time: Date.now() };
  if (method === "storage.full") {
    const refused = methods["storage.full"].params.safeParse(params);
    if (refused.success) spool.refuse(refused.data.epoch, refused.data.sequence);
    return {};
  }
  if (method === "storage.ok") {
    spool.release(Date.now());
    return {};
  }
  if (method !== "error") return undefined;
  const problem = methods.error.params.safeParse(params);
  if (problem.success) log(`server: ${problem.data.code} on ${problem.data.topic}`);
  return {};
}

function refusal(message: unknown): DeviceReply | null {
  if (typeof message !== "object" || message === null || !("id" in message)) return null;
  return { id: String(message.id), ok: false, code: "unknownMethod" };
}

function parse(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}
