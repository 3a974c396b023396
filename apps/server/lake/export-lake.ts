import { setTimeout as sleep } from "node:timers/promises";
import { livingBindings } from "../devices/binding-store.ts";
import type { OpenLake } from "../frames/lake/open-lake.ts";
import { SegmentDamage } from "../frames/segments/segment-damage.ts";
import type { Files } from "../platform/files/files.ts";
import { type DirectPlace, openShared, placeInWords } from "../platform/files/open-files.ts";
import { type LakeScope, lakeDevices } from "./lake-devices.ts";
import { LakeBusy } from "./lake-fault.ts";
import {
  claimLake,
  type LakeKind,
  listManifests,
  type Manifest,
  type ManifestFile,
  readManifest,
  saveManifest,
} from "./lake-manifest.ts";
import type { LakeDevice } from "./lake-names.ts";
import { type LakeParts, type WantedFile, wantedFiles } from "./wanted-files.ts";

export interface LakeRequest extends LakeScope {
  readonly target: DirectPlace;
  /** Days since 1970, both inside; files of other days stay as they are. */
  readonly fromDay?: number | undefined;
  readonly toDay?: number | undefined;
  readonly kinds: readonly LakeKind[];
  /** No file of these is made any more; those that lie there keep nothing that the store does not have. */
  readonly keptKinds?: readonly LakeKind[];
}

export interface LakeReport {
  written: number;
  unchanged: number;
  removed: number;
  rows: number;
  bytes: number;
  /** Files whose frames are damaged in the store; the others are written. */
  readonly problems: string[];
}

export interface LakeServices extends LakeParts {
  /** For tests that end a run at one of its steps. */
  readonly openLake?: OpenLake;
}

interface Run extends LakeServices {
  readonly request: LakeRequest;
  readonly files: Files;
  readonly report: LakeReport;
  readonly signal: AbortSignal;
}

/** OPS-06: brings a lake to the state of the settled frames; days that have not changed are not touched. */
export async function exportLake(
  services: LakeServices,
  request: LakeRequest,
  signal: AbortSignal,
): Promise<LakeReport> {
  const report: LakeReport = { written: 0, unchanged: 0, removed: 0, rows: 0, bytes: 0, problems: [] };
  const files = await (services.openLake ?? openShared)(request.target);
  const run: Run = { ...services, request, files, report, signal };
  try {
    const done = await services.lake.alone(`lake ${placeInWords(request.target)}`, () => exportAll(run));
    if (done === undefined) throw new LakeBusy("Another export writes to this lake: wait for its end.");
    return done;
  } finally {
    await files.close();
  }
}

const BUSY_MS = 2000;

/** The same, after others that write to this lake. */
export async function exportLakeInTurn(
  services: LakeServices,
  request: LakeRequest,
  signal: AbortSignal,
): Promise<LakeReport> {
  for (;;) {
    try {
      return await exportLake(services, request, signal);
    } catch (error) {
      if (!(error instanceof LakeBusy)) throw error;
      await sleep(BUSY_MS, undefined, { signal });
    }
  }
}

async function exportAll(run: Run): Promise<LakeReport> {
  const { db, lake, request, files, report, signal } = run;
  await claimLake(files, await lake.serverId());
  await removeGone(run);
  for (const device of await lakeDevices(db, request)) {
    signal.throwIfAborted();
    await exportDevice(run, device);
  }
  return report;
}

/** Files of devices that were deleted. */
async function removeGone(run: Run): Promise<void> {
  const living = new Set(await livingBindings(run.db));
  const { tenantId, deviceId } = run.request;
  for (const binding of await listManifests(run.files)) {
    if (living.has(binding)) continue;
    const manifest = await readManifest(run.files, binding);
    if (manifest === undefined) continue;
    const isOther = (wanted: string | undefined, own: string) => wanted !== undefined && wanted !== own;
    if (isOther(tenantId, manifest.tenant) || isOther(deviceId, manifest.device)) continue;
    await removeFiles(run, manifest, [...manifest.files.keys()]);
    await saveManifest(run.files, manifest);
  }
}

async function removeFiles(run: Run, manifest: Manifest, names: readonly string[]): Promise<void> {
  for (const name of names) {
    run.signal.throwIfAborted();
    await run.files.remove(name, { isUnfinished: true });
    if ((manifest.files.get(name)?.rows ?? 0) > 0) run.report.removed += 1;
    manifest.files.delete(name);
  }
}

async function exportDevice(run: Run, device: LakeDevice): Promise<void> {
  const { bindingNumber: binding, tenantId: tenant, deviceId } = device;
  const known = await readManifest(run.files, binding);
  const manifest: Manifest = known ?? { binding, tenant, device: deviceId, files: new Map() };
  const { former, wanted } = await compare(run, device, manifest);
  const stale = wanted.filter((file) => !isCurrent(manifest, file));
  run.report.unchanged += wanted.length - stale.length;
  if (former.length + stale.length === 0) return;
  const earlier = new Map(manifest.files);
  for (const file of [...former, ...stale]) markUnknown(manifest, file);
  await saveManifest(run.files, manifest);
  try {
    const gone = former.map(({ name }) => name);
    await removeFiles(run, manifest, gone);
    await writeFiles(run, manifest, stale, earlier);
  } finally {
    await saveManifest(run.files, manifest);
  }
}

interface Compared {
  /** Files that go. */
  readonly former: readonly ManifestFile[];
  readonly wanted: readonly WantedFile[];
}

/** Of the days that are asked for. A file of a kept kind stays as long as it can be brought to the state of the store. */
async function compare({ request, ...run }: Run, device: LakeDevice, { files }: Manifest): Promise<Compared> {
  const { fromDay = Number.NEGATIVE_INFINITY, toDay = Number.POSITIVE_INFINITY, target } = request;
  const isWithin = ({ day }: Pick<WantedFile, "day">) => day >= fromDay && day <= toDay;
  const isMade = ({ kind }: Pick<WantedFile, "kind">) => request.kinds.includes(kind);
  const known = [...files.values()].filter(isWithin);
  const kept = (request.keptKinds ?? []).filter((kind) => known.some((file) => file.kind === kind));
  const days = await run.lake.daysOf(device.bindingNumber);
  const all = await wantedFiles(run, target, device, { days, kinds: [...request.kinds, ...kept] });
  const isThere = ({ name }: Pick<WantedFile, "name">) => (files.get(name)?.rows ?? 0) > 0;
  const wanted = all.filter((file) => isWithin(file) && (isMade(file) || isThere(file)));
  const names = new Set(wanted.map(({ name }) => name));
  const segments = new Map(days.map((of) => [of.day, new Set(of.segments)]));
  const isBacked = ({ day, segments: of }: ManifestFile) => of?.every((one) => segments.get(day)?.has(one)) ?? false;
  const former = known.filter(
    (file) => !names.has(file.name) && (isMade(file) || (kept.includes(file.kind) && !isBacked(file))),
  );
  return { former, wanted };
}

function isCurrent({ files }: Manifest, { name, segments, definition }: WantedFile): boolean {
  const known = files.get(name);
  return known?.segments?.join() === segments.join() && known.definition === definition;
}

/** Before a file is written or removed: one that nobody knows would never go, and of a killed run nothing is known. */
function markUnknown(
  { files }: Manifest,
  { name, kind, day, definition }: Omit<WantedFile, "segments" | "write">,
): void {
  const { rows = 0, bytes = 0 } = files.get(name) ?? {};
  files.set(name, { name, kind, day, definition, segments: null, rows, bytes, sha256: "" });
}

/** Manifests of devices with many files are large: a run that is killed does the work of this time again. */
const SAVE_EVERY_MS = 5000;

async function writeFiles(
  run: Run,
  manifest: Manifest,
  stale: readonly WantedFile[],
  earlier: Manifest["files"],
): Promise<void> {
  let savedMs = performance.now();
  for (const file of stale) {
    run.signal.throwIfAborted();
    await writeFile(run, manifest, file, earlier.get(file.name));
    if (performance.now() - savedMs < SAVE_EVERY_MS) continue;
    await saveManifest(run.files, manifest);
    savedMs = performance.now();
  }
}

async function writeFile(
  run: Run,
  manifest: Manifest,
  wanted: WantedFile,
  earlier: ManifestFile | undefined,
): Promise<void> {
  const { name, kind, day, definition } = wanted;
  const known = earlier?.sha256 ?? "";
  // The run that wrote it did not end.
  if (earlier?.segments === null) await run.files.remove(name, { leavesFinished: true });
  try {
    const { file, segments } = await wanted.write(known, run.signal);
    if (file === undefined) await run.files.remove(name);
    const { rows = 0, bytes = 0, sha256 = "" } = file ?? {};
    manifest.files.set(name, { name, kind, day, definition, segments: [...segments], rows, bytes, sha256 });
    if (sha256 === known) run.report.unchanged += 1;
    else run.report.written += 1;
    run.report.rows += rows;
    run.report.bytes += bytes;
  } catch (error) {
    if (!(error instanceof SegmentDamage)) throw error;
    run.report.problems.push(`${name}: ${error.message}`);
  }
}
