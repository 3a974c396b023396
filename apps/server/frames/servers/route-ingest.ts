import type { Ingest } from "../ingest/incoming-batch.ts";
import type { PointIngest } from "../ingest/ingest-points.ts";
import { IngestRefused } from "../ingest/ingest-retry.ts";
import { RowsMoved } from "../ingest/ingest-rows.ts";
import type { FrameServer, Places } from "./frame-server.ts";

/** Groups, retries and judges of one server. */
export interface ServerIngest {
  readonly server: FrameServer;
  readonly ingest: Ingest;
  readonly points: Pick<PointIngest, "positions" | "points">;
  /** The terminal of a binding connected to this process. */
  connected(bindingNumber: number): void;
}

/** Each server takes the batches of its devices, whatever the others do. */
export function routeIngest(parts: readonly ServerIngest[], places: Places): Omit<ServerIngest, "server"> {
  const [only, another] = parts;
  if (only !== undefined && another === undefined) return only;
  const partOf = (server: FrameServer): ServerIngest => {
    const part = parts.find((one) => one.server === server);
    if (part === undefined) throw new Error(`frame server ${server.number} takes no batches`);
    return part;
  };
  const onPoints = async (bindingNumber: number, work: (points: ServerIngest["points"]) => Promise<void>) => {
    for (;;)
      try {
        return await work(partOf(await places.still(bindingNumber)).points);
      } catch (error) {
        if (!(error instanceof RowsMoved)) throw error;
      }
  };
  return {
    connected: (bindingNumber) => {
      for (const part of parts) part.connected(bindingNumber);
    },
    async ingest(batch) {
      for (;;) {
        const part = partOf(await places.calm(batch.bindingNumber));
        try {
          return await part.ingest(batch);
        } catch (error) {
          const isEnded = error instanceof IngestRefused && error.reason === "ended";
          if (!isEnded || !(await places.hasLeft(batch.bindingNumber, part.server))) throw error;
        }
      }
    },
    points: {
      positions: (binding, positions, atMs) =>
        onPoints(binding, (points) => points.positions(binding, positions, atMs)),
      points: (binding, points) => onPoints(binding, (own) => own.points(binding, points)),
    },
  };
}
