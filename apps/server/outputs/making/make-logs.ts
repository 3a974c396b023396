import { rm } from "node:fs/promises";
import { join } from "node:path";
import { MAX_RUN_BYTES } from "@canopy/contract/outputs/output-content";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { JobFailure } from "../../platform/jobs/job-definition.ts";
import { fileStem, formatOf } from "../../transfers/download-formats.ts";
import { OutputFiles } from "../../transfers/output-files.ts";
import { requireRoom } from "../../transfers/transfer-folder.ts";
import { writeFrames } from "../../transfers/write-frames.ts";
import type { OutputFileRow } from "../output-file-store.ts";
import type { OutputServices } from "../output-parts.ts";
import type { OutputDevice } from "../owner.ts";
import { deliverPart, requireSmall, type Work } from "./work.ts";

/** A file of each device with the frames of the range; none of a device that has no frames there. */
export async function makeLogs(services: OutputServices, work: Work): Promise<OutputFileRow[]> {
  const { run, output, devices } = work;
  const { suffix } = formatOf(output.content);
  const made: OutputFileRow[] = [];
  for (const [i, device] of devices.entries()) {
    await work.progress(i / devices.length);
    const name = `${fileStem(device.deviceId, run.fromMs, run.toMs)}${suffix}`;
    const part = { part: device.id, deviceName: device.name, name };
    const before = made.reduce((sum, { bytes }) => sum + bytes, 0);
    made.push(await deliverPart(services, work, part, () => makeLog(services, work, device, before)));
  }
  return made;
}

async function makeLog(services: OutputServices, work: Work, device: OutputDevice, before: number) {
  const { frames, limitOf, mostBytes = MAX_RUN_BYTES } = services;
  const { run, output, signal } = work;
  const query = { bindingNumber: device.binding, fromUs: run.fromMs * 1000, toUs: run.toMs * 1000, filter: {} };
  const found = await frames.count(query, signal);
  if (found === 0) return undefined;
  const limit = await limitOf(run.tenantId, "single_data_export");
  if (limit !== null && found > limit) throw new JobFailure(transferErrors.tooManyRows.code);
  const { suffix, writer } = formatOf(output.content);
  const folder = join(work.folder, device.id);
  const made = new OutputFiles({ folder, stem: "log", suffix, writer });
  const onRows = async () => {
    requireSmall(before + made.bytes, mostBytes);
    await requireRoom(services.folder);
  };
  await requireRoom(services.folder);
  const rows = await writeFrames({ frames, query, output: made, signal, onRows });
  requireSmall(before + made.bytes, mostBytes);
  const [file] = made.files;
  if (file === undefined || rows === 0) await rm(folder, { recursive: true, force: true });
  return file === undefined || rows === 0 ? undefined : { path: file.path, frames: rows };
}
