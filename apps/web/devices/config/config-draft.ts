import { type DeviceConfig, deviceConfig } from "@canopy/contract/device-link/config";
import type { ConfigPath } from "@canopy/contract/device-link/config-diff";
import type { ConfigVersion, writeConfiguration } from "@canopy/contract/devices/configuration";
import type { CallArguments } from "@canopy/contract/platform/endpoint";
import { z } from "zod";
import { readStorage, writeStorage } from "../../platform/kept.ts";

/** Changes that were not sent yet, and which version they were made from. It need not be right yet. */
export interface ConfigDraft {
  readonly config: unknown;
  /** The configuration it was made from: the base of its changes, also when another user saves meanwhile. */
  readonly base: unknown;
  readonly baseVersion: number;
  readonly origin: "edit" | "import" | "restore";
  readonly restoredFrom: number | null;
}

const kept = z.object({
  config: z.unknown(),
  base: z.unknown(),
  baseVersion: z.number().int().min(0),
  origin: z.enum(["edit", "import", "restore"]),
  restoredFrom: z.number().nullable(),
});

/** Whose draft, of which device: a browser may have several users. */
export interface DraftOwner {
  readonly userId: string;
  readonly thingsId: string;
}

const draftStorageKey = ({ userId, thingsId }: DraftOwner) => `canopy.configDraft.${userId}.${thingsId}`;

/** The draft stored in this browser; null: none, or one that is invalid. */
export function keptDraft(owner: DraftOwner): ConfigDraft | null {
  try {
    return kept.parse(JSON.parse(readStorage(draftStorageKey(owner)) ?? "null"));
  } catch {
    return null;
  }
}

export function keepDraft(owner: DraftOwner, draft: ConfigDraft | null): void {
  writeStorage(draftStorageKey(owner), JSON.stringify(draft));
}

export const pathKey = (path: ConfigPath) => path.join(".");

/** The problems of a draft by the place they stand at. */
export function issuesOf(config: unknown): z.core.$ZodIssue[] {
  return deviceConfig.safeParse(config).error?.issues ?? [];
}

/** The draft as it was reviewed, or a saved version once more. */
export type Sending =
  | { readonly of: "draft"; readonly to: DeviceConfig; readonly note: string }
  | { readonly of: "version"; readonly version: ConfigVersion };

/** How a sending is called: a version that is sent again has nothing of the draft, which goes on beside it. */
export function bodyOf(
  sending: Sending,
  { draft, baseVersion }: { draft: ConfigDraft | null; baseVersion: number },
): CallArguments<typeof writeConfiguration>["body"] {
  if (sending.of === "version") {
    const { config, version } = sending.version;
    return { config, base_version: version, note: "", origin: "edit", restored_from: null };
  }
  const { origin = "edit", restoredFrom = null } = draft ?? {};
  return { config: sending.to, base_version: baseVersion, note: sending.note, origin, restored_from: restoredFrom };
}
