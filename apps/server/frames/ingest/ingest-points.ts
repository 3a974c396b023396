import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { DataPoint } from "@canopy/contract/device-link/points";
import type { Log } from "../../platform/log.ts";
import type { PointStore } from "../store/points/points.ts";
import { NO_RULES, type PlaceJudge } from "./batch-judge.ts";
import { type IngestClock, systemClock } from "./ingest-retry.ts";
import { RowGroups } from "./ingest-rows.ts";
import { landJudged, type ReceivedPosition } from "./land-judged-positions.ts";

/** Positions and points on their way to the store; both answers come when they are safe. */
export class PointIngest {
  readonly #positions: RowGroups<ReceivedPosition>;
  readonly #points: RowGroups<{ readonly bindingNumber: number; readonly point: DataPoint }>;

  constructor(
    store: Pick<PointStore, "landPositions" | "addPoints">,
    log: Log,
    judge: PlaceJudge = NO_RULES,
    clock: IngestClock = systemClock,
  ) {
    const onTrouble = (error: unknown, attempt: number) => log.warn({ err: error, attempt }, "points are tried again");
    this.#positions = new RowGroups({ insert: (rows) => landJudged(store, judge, rows), clock, onTrouble });
    this.#points = new RowGroups({ insert: (rows) => store.addPoints(rows), clock, onTrouble });
  }

  positions(bindingNumber: number, positions: readonly GpsPosition[], receivedAtMs: number): Promise<void> {
    return this.#positions.add(positions.map((position) => ({ bindingNumber, position, receivedAtMs })));
  }

  points(bindingNumber: number, points: readonly DataPoint[]): Promise<void> {
    return this.#points.add(points.map((point) => ({ bindingNumber, point })));
  }

  async close(): Promise<void> {
    await Promise.all([this.#positions.close(), this.#points.close()]);
  }
}
