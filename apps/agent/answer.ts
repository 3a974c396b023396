import { methods } from "@canopy/contract/device-link/methods";
import { isLate, type RequestGuard } from "@canopy/contract/device-link/request-guard";
import { type DeviceReply, type DeviceRequest, requestMessage } from "@canopy/contract/device-link/requests";
import type { DownTopic } from "@canopy/contract/device-link/topics";
import type { AgentDiagnosis } from "./diagnosis.ts";
import type { AgentUpgrade } from "./firmware/upgrade.ts";
import type { AgentFlash } from "./flash/agent-flash.ts";
import type { ServerClock } from "./link/server-clock.ts";
import type { Spool } from "./spool/spool.ts";
import type { SpoolFiles } from "./spool-files.ts";

export interface Answering {
  readonly guard: RequestGuard;
  readonly clock: ServerClock;
  readonly spool: Pick<Spool, "refuse" | "release">;
  readonly files: SpoolFiles;
  /** Absent: it was not told how to install. */
  readonly upgrade: AgentUpgrade | undefined;
  /** Absent where the source only listens. */
  readonly diagnosis: AgentDiagnosis | undefined;
  /** Absent where it has no keys, or only listens. */
  readonly flash: AgentFlash | undefined;
  readonly log: (text: string) => void;
}

/** An agent has no configuration: it knows notices, time, its files, upgrades, diagnosis and flashing. Null: say nothing. */
export async function answer(topic: DownTopic, payload: Uint8Array, parts: Answering): Promise<DeviceReply | null> {
  const request = requestMessage.safeParse(parse(payload));
  if (!request.success) return topic === "config" ? refusal(parse(payload)) : null;
  const { id, deadline } = request.data;
  if (!parts.guard.isNew(id)) return null;
  if (isLate(deadline, parts.clock.nowMs)) return { id, ok: false, code: "late" };
  const reply = await carryOut(request.data, parts);
  return deadline === undefined ? null : reply;
}

async function carryOut({ id, method, params }: DeviceRequest, parts: Answering): Promise<DeviceReply> {
  const { files, upgrade, diagnosis, flash } = parts;
  if (method === "firmware.install" && upgrade !== undefined) return install(upgrade, id, params);
  if (method.startsWith("flash.") && flash) return { id, ...(await flash.answer(method, params)) };
  if (method.startsWith("uds.") && diagnosis) return { id, ...diagnosis.answer(method, params) };
  const ofFiles = files.answer(id, method, params);
  if (ofFiles !== undefined) return { id, ...ofFiles };
  const result = run(method, params, parts);
  return result === undefined ? { id, ok: false, code: "unknownMethod" } : { id, ok: true, result };
}

function run(method: string, params: unknown, { spool, clock, log }: Answering): object | undefined {
  if (method === "time.sync") {
    const told = methods["time.sync"].params.safeParse(params);
    if (told.success) clock.set(told.data.server_time);
    return { device_time: Date.now() };
  }
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

function install(upgrade: AgentUpgrade, id: string, params: unknown): DeviceReply {
  const order = methods["firmware.install"].params.safeParse(params);
  if (!order.success) return { id, ok: false, code: "badParams" };
  return upgrade.start(order.data, order.data.job ?? id) ? { id, ok: true } : { id, ok: false, code: "busy" };
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
