import type { LakeStore, SettledDay, WrittenDay } from "../frames/lake/lake-store.ts";
import type { DirectPlace } from "../platform/files/open-files.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { LakeKind, ManifestFile } from "./lake-manifest.ts";
import { type LakeMessageOf, messagesOf } from "./lake-messages.ts";
import { framesName, type LakeDevice, signalsName } from "./lake-names.ts";

/** A file as the store would make it now. */
export interface WantedFile extends Pick<ManifestFile, "name" | "kind" | "day" | "definition"> {
  readonly segments: readonly number[];
  /** `knownSha256`: the digest of the file that lies there; an equal one stays as it is. */
  write(knownSha256: string | undefined, signal: AbortSignal): Promise<WrittenDay>;
}

export interface LakeParts {
  readonly db: Db;
  readonly lake: LakeStore;
}

/** Files of a device: one for each day with frames, and one for each message of its enabled bindings and day. */
export async function wantedFiles(
  { db, lake }: LakeParts,
  target: DirectPlace,
  device: LakeDevice,
  { days, kinds }: { readonly days: readonly SettledDay[]; readonly kinds: readonly LakeKind[] },
): Promise<WantedFile[]> {
  const messages = kinds.includes("signals") && days.length > 0 ? await messagesOf(db, device) : [];
  return days.flatMap((day) => [
    ...(kinds.includes("frames") ? [framesOf(lake, target, device, day)] : []),
    ...messages.map((message) => signalsOf(lake, target, device, day, message)),
  ]);
}

const metadataOf = ({ tenantId, deviceId, bindingNumber }: LakeDevice): Record<string, string> => ({
  "canopy.tenant": tenantId,
  "canopy.device": deviceId,
  "canopy.binding": String(bindingNumber),
});

function framesOf(lake: LakeStore, target: DirectPlace, device: LakeDevice, { day, segments }: SettledDay): WantedFile {
  const { bindingNumber } = device;
  const name = framesName(device, day);
  return {
    name,
    kind: "frames",
    day,
    segments,
    definition: "",
    write: (knownSha256, signal) =>
      lake.writeFrames({ bindingNumber, day }, { target, name, metadata: metadataOf(device), knownSha256 }, signal),
  };
}

function signalsOf(
  lake: LakeStore,
  target: DirectPlace,
  device: LakeDevice,
  { day, segments }: SettledDay,
  { dbc, dbcName, definition, ...message }: LakeMessageOf,
): WantedFile {
  const { bindingNumber } = device;
  const name = signalsName(device, day, message, dbc);
  const metadata = {
    ...metadataOf(device),
    "canopy.message": message.message.name,
    "canopy.dbc": dbcName,
    "canopy.dbc_revision": String(dbc.revision),
  };
  return {
    name,
    kind: "signals",
    day,
    segments,
    definition,
    write: (knownSha256, signal) =>
      lake.writeSignals({ bindingNumber, day }, { ...message, target, name, metadata, knownSha256 }, signal),
  };
}
