import { z } from "zod";
import { type Files, readWhole, writeWhole } from "../platform/files/files.ts";
import { LakeFault } from "./lake-fault.ts";

/*
 * `_canopy/N.json` in the lake says of which segments each file of binding N was made. A name is in it before the file
 * is written, and goes after the file: whatever step a run ended at, the next one finds every file.
 */

const STATE_FOLDER = "_canopy";
const MARK = `${STATE_FOLDER}/lake.json`;
const VERSION = 1;

const manifestFile = z.object({
  name: z.string(),
  kind: z.enum(["frames", "signals"]),
  day: z.int(),
  /** Null: unknown, the run that wrote it did not end. */
  segments: z.array(z.int()).nullable(),
  /** Which signals of which DBC it has; empty for frames. */
  definition: z.string(),
  /** 0: there was nothing to write, and there is no file. */
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});

const manifestSchema = z.object({
  version: z.literal(VERSION),
  binding: z.int(),
  tenant: z.string(),
  device: z.string(),
  files: z.array(manifestFile),
});

const markSchema = z.object({ version: z.literal(VERSION), frame_server: z.string() });

export type LakeKind = z.output<typeof manifestFile>["kind"];
export type ManifestFile = z.output<typeof manifestFile>;

export interface Manifest {
  readonly binding: number;
  readonly tenant: string;
  readonly device: string;
  readonly files: Map<string, ManifestFile>;
}

const nameOf = (binding: number) => `${STATE_FOLDER}/${binding}.json`;
const encode = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);

async function readJson<T>(files: Files, name: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const bytes = await readWhole(files, name);
  if (bytes === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    content = undefined;
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw new LakeFault(`${name} of the lake cannot be read: export to an empty place.`);
  return parsed.data;
}

/** A lake belongs to one frame server: numbers of segments mean something else on another. */
export async function claimLake(files: Files, serverId: string): Promise<void> {
  const mark = await readJson(files, MARK, markSchema);
  if (mark === undefined) await writeWhole(files, MARK, encode({ version: VERSION, frame_server: serverId }));
  else if (mark.frame_server !== serverId)
    throw new LakeFault("The lake there belongs to another installation: choose another place.");
}

/** Whether files of this frame server may lie there. */
export async function isLakeOf(files: Files, serverId: string): Promise<boolean> {
  return (await readJson(files, MARK, markSchema))?.frame_server === serverId;
}

/** Bindings that have files in the lake. */
export async function listManifests(files: Files): Promise<number[]> {
  const bindings: number[] = [];
  for await (const name of files.list(`${STATE_FOLDER}/`)) {
    const number = /^\w+\/(\d+)\.json$/.exec(name)?.[1];
    if (number !== undefined) bindings.push(Number(number));
  }
  return bindings;
}

export async function readManifest(files: Files, binding: number): Promise<Manifest | undefined> {
  const found = await readJson(files, nameOf(binding), manifestSchema);
  return found && { ...found, files: new Map(found.files.map((file) => [file.name, file])) };
}

export async function saveManifest(files: Files, manifest: Manifest): Promise<void> {
  const { binding, tenant, device } = manifest;
  if (manifest.files.size === 0) return files.remove(nameOf(binding), { isUnfinished: true });
  const content = { version: VERSION, binding, tenant, device, files: [...manifest.files.values()] };
  await writeWhole(files, nameOf(binding), encode(content));
}
