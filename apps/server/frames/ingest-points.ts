import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { DataPoint } from "@canopy/contract/device-link/points";
import type { ClickHouseClient } from "@clickhouse/client";
import type { Log } from "../platform/log.ts";
import { type IngestClock, systemClock } from "./ingest-retry.ts";
import { RowGroups } from "./ingest-rows.ts";
import {
  insertPoints,
  insertPositions,
  type PointRow,
  type PositionRow,
  pointRow,
  positionRow,
} from "./points-store.ts";

/** Positions and points on their way to the store; both answers come when they are safe. */
export class PointIngest {
  readonly #positions: RowGroups<PositionRow>;
  readonly #points: RowGroups<PointRow>;

  constructor(client: ClickHouseClient, log: Log, clock: IngestClock = systemClock) {
    const onTrouble = (error: unknown, attempt: number) => log.warn({ err: error, attempt }, "points are tried again");
    this.#positions = new RowGroups({ insert: (rows) => insertPositions(client, rows), clock, onTrouble });
    this.#points = new RowGroups({ insert: (rows) => insertPoints(client, rows), clock, onTrouble });
  }

  positions(bindingNumber: number, positions: readonly GpsPosition[]): Promise<void> {
    return this.#positions.add(positions.map((one) => positionRow(bindingNumber, one)));
  }

  points(bindingNumber: number, points: readonly DataPoint[]): Promise<void> {
    return this.#points.add(points.map((one) => pointRow(bindingNumber, one)));
  }

  async close(): Promise<void> {
    await Promise.all([this.#positions.close(), this.#points.close()]);
  }
}
