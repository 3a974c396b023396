import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { outputErrors } from "@canopy/contract/outputs/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { addTraffic, trafficLeft } from "../../capacity/traffic-store.ts";
import type { Files } from "../../platform/files/files.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { JobFailure } from "../../platform/jobs/job-definition.ts";
import { beginPart, endPart, type OutputFileRow } from "../output-file-store.ts";
import type { OutputServices } from "../output-parts.ts";
import type { WorkOutput } from "../output-store.ts";
import type { OutputDevice } from "../owner.ts";
import { dayOf } from "../report/report-words.ts";
import type { WorkRun } from "../run-store.ts";
import { sendToBucket } from "../targets/bucket-target.ts";
import { keepFile } from "../targets/own-files.ts";

/** One try of a run. */
export interface Work {
  readonly run: WorkRun;
  readonly output: WorkOutput;
  readonly owner: Caller;
  readonly devices: readonly OutputDevice[];
  /** Of the tenant; undefined: there is none. */
  readonly bucket: Files | undefined;
  /** Of this try alone, on this machine. */
  readonly folder: string;
  readonly signal: AbortSignal;
  progress(fraction: number): Promise<void>;
}

interface Part {
  readonly part: string;
  readonly deviceName: string;
  readonly name: string;
}

interface Made {
  readonly path: string;
  readonly frames: number;
}

/**
 * A part of a run: its row, then its bytes at every destination, then its end in the row. What an earlier try has ended is
 * not made again. `make` gives undefined where there is nothing.
 */
export async function deliverPart(
  services: OutputServices,
  work: Work,
  part: Part,
  make: (row: OutputFileRow) => Promise<Made | undefined>,
): Promise<OutputFileRow> {
  const { run, output, signal } = work;
  const { tenantId } = run;
  signal.throwIfAborted();
  const row = await beginPart(services.db, run, { ...part, keepDays: output.content.keep_days });
  if (row.done) return row;
  const made = await make(row);
  const ended = made
    ? await send(services, work, row, made)
    : { name: row.name, frames: 0, bytes: 0, kept: false, object: null };
  signal.throwIfAborted();
  await endPart(services.db, tenantId, row.id, ended);
  return { ...row, ...ended, done: true };
}

async function send(services: OutputServices, work: Work, row: OutputFileRow, { path, frames }: Made) {
  const { run, output, owner, bucket, signal } = work;
  const { size: bytes } = await stat(path);
  const object = bucket ? await toBucket(services, work, bucket, { path, name: row.name, bytes }) : null;
  const { keep } = output.content;
  const name = keep ? await keepFile(services, owner, { id: row.id, name: row.name, path, bytes }, signal) : row.name;
  return { tenantId: run.tenantId, name, frames, bytes, kept: keep, object };
}

/** In a folder of the day on which its range begins; counted as downloads are. */
async function toBucket(
  { db, now }: OutputServices,
  { run, signal }: Work,
  bucket: Files,
  { path, name, bytes }: { readonly path: string; readonly name: string; readonly bytes: number },
): Promise<string> {
  if ((await trafficLeft(db, run.tenantId, now())) === 0) throw new JobFailure(transferErrors.trafficExhausted.code);
  const object = `${dayOf(run.zone, run.fromMs)}/${basename(name)}`;
  await sendToBucket(bucket, object, path, signal);
  await addTraffic(db, run.tenantId, bytes, now());
  return object;
}

/** A run has so many bytes, whatever its devices recorded. */
export function requireSmall(bytes: number, most: number): void {
  if (bytes > most) throw new JobFailure(outputErrors.tooLarge.code);
}
