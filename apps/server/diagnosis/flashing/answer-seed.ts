import { formatHex, parseHex } from "@canopy/can/bytes/hex";
import type { FlashProgress } from "@canopy/contract/device-link/flash/flash-message";
import { appendDeviceLog } from "../../devices/device-log-store.ts";
import type { AskDevice, LinkOutcome } from "../../devices/link/device-link.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type FlashedDevice, sentRun } from "./run-store.ts";

/** The ECU waits for its key in the programming session. */
const KEY_MS = 5_000;

export interface SeedServices {
  readonly db: Db;
  readonly ask: AskDevice;
  readonly now: () => number;
  /** Makes keys by the script of an ECU; undefined: its file is an algorithm for the terminal. */
  readonly scriptOf: (
    tenantId: string,
    ecuId: string,
  ) => Promise<((level: number, seed: Uint8Array) => Promise<Uint8Array>) | undefined>;
}

type Seed = NonNullable<FlashProgress["seed"]>;

/**
 * UDS-03: the script of an unlock file stays here: the terminal tells the seed of its run, and gets the key. Without one it
 * is told so at once, and leaves the programming session.
 */
export async function answerSeed(
  services: SeedServices,
  { deviceId, ...device }: FlashedDevice & { readonly deviceId: string },
  runId: string,
  asked: Seed,
): Promise<void> {
  const { db, ask, now } = services;
  const sent = await sentRun(db, device, runId);
  // Only of a run under way, and of the level that it was sent with.
  if (!sent?.ecuId || !sent.isRunning || sent.order.security_level !== asked.level) return;
  const made = await keyOf(services, device.tenantId, sent.ecuId, asked);
  const params = { run: runId, key: made.key };
  const outcome = await ask(deviceId, { method: "flash.key", params, timeoutMs: KEY_MS }).catch(
    (): LinkOutcome => ({ kind: "timeout" }),
  );
  const content = { action: "flashKey", level: asked.level, result: outcome.kind, problem: made.problem } as const;
  await appendDeviceLog(db, { ...device, kind: "diagnosis", content, atMs: now() });
}

async function keyOf(
  { scriptOf }: SeedServices,
  tenantId: string,
  ecuId: string,
  { level, seed }: Seed,
): Promise<{ key: string; problem: string | null }> {
  const bytes = parseHex(seed);
  try {
    const script = await scriptOf(tenantId, ecuId);
    if (!script || !bytes.ok) return { key: "", problem: "noScript" };
    return { key: formatHex(await script(level, bytes.value)), problem: null };
  } catch (error) {
    // What went wrong in a script is its tenant's to mend; anything else is told as such.
    return { key: "", problem: error instanceof ApiError ? error.def.code : "internal" };
  }
}
