import { setImmediate as breathe } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { type GpsPosition, gpsMessage } from "@canopy/contract/device-link/gps";
import { inflate } from "../frames/dialects/inflate.ts";
import { FIRST_IMPORT_EPOCH, type FrameImports } from "../frames/store/frame-imports.ts";
import type { PointStore } from "../frames/store/points/points.ts";
import { writeTroubles } from "../frames/troubles/trouble-store.ts";
import { TroubleWatch } from "../frames/troubles/trouble-watch.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { GivenDevice } from "./demo-vehicles.ts";
import type { PastRecord } from "./past-records.ts";

export interface PastStores {
  readonly db: Db;
  readonly imports: FrameImports;
  readonly points: Pick<PointStore, "importPositions">;
}

interface PastOf {
  readonly tenantId: string;
  readonly device: GivenDevice;
}

/** One device has one such past: under the same epoch it is stored once. */
const EPOCH = FIRST_IMPORT_EPOCH;
const ROWS_PER_STATEMENT = 1000;

/**
 * Keeps the records of one vehicle as an imported log: no rule judges them, no page takes them for live, and the frames
 * become visible together. What lands before them has keys by time, so that a second try doubles nothing.
 */
export async function keepPast(
  { db, imports, points }: PastStores,
  { tenantId, device: { bindingNumber } }: PastOf,
  records: AsyncIterator<PastRecord>,
): Promise<boolean> {
  const writer = imports.open({ bindingNumber, tenantId });
  const positions: GpsPosition[] = [];
  const troubles = new TroubleWatch();
  const batch = new FrameBatch();
  let isCommitted = false;
  try {
    for (;;) {
      const { value, done } = await records.next();
      if (done) return false;
      if (value.letter === "E") break;
      if (value.letter === "P") positions.push(...gpsMessage.parse(JSON.parse(value.content.toString())).positions);
      if (value.letter !== "F") continue;
      batch.clear();
      if (!decodeCb1(value.content, batch, inflate).ok) throw new Error("the past of a demo vehicle cannot be read");
      noteErrors(batch, troubles);
      writer.push(batch);
      if (!writer.isFull) continue;
      await writer.flush();
      await breathe();
    }
    await writer.flush();
    for (let at = 0; at < positions.length; at += ROWS_PER_STATEMENT)
      await points.importPositions(bindingNumber, positions.slice(at, at + ROWS_PER_STATEMENT));
    const episodes = troubles.take().map((episode) => ({ ...episode, tenantId, bindingNumber }));
    if (episodes.length > 0) await writeTroubles(db, episodes);
    isCommitted = await writer.commit([EPOCH]);
    return isCommitted;
  } finally {
    if (!isCommitted) await writer.abort();
  }
}

function noteErrors(batch: FrameBatch, troubles: TroubleWatch): void {
  for (let i = 0; i < batch.length; i++) {
    if (((batch.flags[i] ?? 0) & FLAG_ERROR) === 0) continue;
    const { channel, timeUs, data } = batch.at(i);
    troubles.add(channel, timeUs, data);
  }
}
