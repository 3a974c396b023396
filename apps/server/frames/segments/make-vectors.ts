// Writes the files of fixtures/ anew: node apps/server/frames/segments/make-vectors.ts
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import { FolderFiles } from "../../platform/files/folder-files.ts";
import { compareHours, SegmentFileWriter, writeHours } from "../settling/write-segments.ts";
import { buildRuns } from "./build-runs.ts";
import { describeFile, type FileDescription } from "./test-read-file.ts";
import { type SegmentVector, segmentVectors } from "./test-vectors.ts";

/** The expected reading of the file; `sha256` covers the lines of all frames, the first few are listed. */
export interface VectorAnswer extends FileDescription {
  readonly about: string;
  readonly sha256: string;
}

const MOST_LINES = 40;

/** A file as the store writes it. */
export async function writeVector({ name, bindings }: SegmentVector): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-vector-"));
  const files = new FolderFiles(folder);
  try {
    const file = await SegmentFileWriter.create(files, name);
    for (const [binding, frames] of bindings) {
      const written = await writeHours(file, binding, buildRuns(batchOf(frames)));
      file.afterFinish(() => compareHours(file, written));
    }
    await file.finish();
    return await file.read(0, file.length);
  } finally {
    await files.close();
    rmSync(folder, { recursive: true });
  }
}

function batchOf(list: readonly Frame[]): FrameBatch {
  const batch = new FrameBatch();
  for (const frame of list) batch.pushFrame(frame);
  return batch;
}

export function answerOf(about: string, bytes: Uint8Array): VectorAnswer {
  const { segments, lines } = describeFile(bytes);
  const sha256 = createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");
  return { about, sha256, segments, lines: lines.slice(0, MOST_LINES) };
}

if (import.meta.main)
  for (const vector of segmentVectors) {
    const bytes = await writeVector(vector);
    const path = join(import.meta.dirname, "fixtures", vector.name);
    writeFileSync(`${path}.seg`, bytes);
    writeFileSync(`${path}.json`, `${JSON.stringify(answerOf(vector.about, bytes), undefined, 1)}\n`);
  }
