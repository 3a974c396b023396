import { appendDeviceLog } from "../../devices/device-log-store.ts";
import type { AskDevice, LinkOutcome } from "../../devices/link/device-link.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { newFirmwareLink } from "../images/firmware-link.ts";
import { findImage, type StoredImage } from "../images/image-store.ts";
import * as devices from "./device-store.ts";
import type { RolloutPayload } from "./rollout-payload.ts";
import type { StoredRollout } from "./rollout-store.ts";
import { candidatesOf } from "./scope-store.ts";

export interface FirmwarePayloadParts {
  readonly db: Db;
  readonly ask: AskDevice;
  readonly secret: string;
  /** Where terminals fetch images. */
  readonly webAddress: () => string;
  readonly now: () => number;
}

const COMMAND_MS = 15_000;

/** DEV-08: an image for the terminals themselves. */
export function firmwarePayload(parts: FirmwarePayloadParts): RolloutPayload {
  return {
    async open(db, rollout) {
      const { tenantId, imageId, scope, scopeIds } = rollout;
      const image = imageId === null ? undefined : await findImage(db, tenantId, imageId);
      return {
        isThere: image !== undefined,
        candidates: async (trx) => (image ? candidatesOf(trx, tenantId, { kind: scope, ids: scopeIds }, image) : []),
        settle: (trx) => devices.settleUpgraded(trx, rollout),
        tell: async (device) => image && tell(parts, rollout, image, device),
      };
    },
  };
}

async function tell(
  parts: FirmwarePayloadParts,
  { tenantId, id }: StoredRollout,
  image: StoredImage,
  { thingsId, deviceId, tries }: devices.AskedDevice,
): Promise<void> {
  const device = { tenantId, id, thingsId, tries };
  const params = orderOf(parts, image, jobOf(device));
  const outcome = await parts.ask(deviceId, { method: "firmware.install", params, timeoutMs: COMMAND_MS });
  await settle(parts, device, image, outcome);
}

async function settle(
  { db, now }: FirmwarePayloadParts,
  device: devices.DeviceTry,
  image: StoredImage,
  outcome: LinkOutcome,
): Promise<void> {
  if (outcome.kind === "done") await devices.moveDevice(db, device, { stage: "downloading" });
  else if (outcome.kind === "offline") await devices.putBack(db, device);
  else if (outcome.kind === "failed") await devices.failDevice(db, device, "refused");
  // Without an answer it may have arrived all the same: its progress says so, or nothing does.
  const { tenantId, thingsId } = device;
  const code = outcome.kind === "failed" ? { code: outcome.code.slice(0, 64) } : {};
  const content = { method: "firmware.install", version: image.version, result: outcome.kind, ...code } as const;
  await appendDeviceLog(db, { tenantId, thingsId, kind: "command", content, atMs: now() });
}

function orderOf(
  { secret, webAddress, now }: FirmwarePayloadParts,
  { tenantId, id, version, size, sha256, baseVersion, signature }: StoredImage,
  job: string,
) {
  const url = `${webAddress()}/v1/firmware-links/${newFirmwareLink(secret, { tenantId, imageId: id }, now())}`;
  return { url, version, size, sha256, job, signature, ...(baseVersion !== null && { base_version: baseVersion }) };
}

/** Names one command: a word about an older one is known by it. */
function jobOf({ id, thingsId, tries }: Omit<devices.DeviceTry, "tenantId">): string {
  return `${id}/${thingsId}/${tries}`;
}
