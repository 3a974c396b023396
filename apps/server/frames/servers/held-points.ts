import { RowsMoved } from "../ingest/ingest-rows.ts";
import type { PointStore } from "../store/points/points.ts";
import type { FrameServer, Places } from "./frame-server.ts";

type Writes = Pick<PointStore, "landPositions" | "addPoints">;

/** Points of one server for ingest. Rows of a binding that has left are handed back: they belong to another server. */
export function heldPoints(server: FrameServer, places: Places): Writes {
  const { points } = server.store;
  const mustLiveHere = async (rows: readonly { readonly bindingNumber: number }[]) => {
    for (const bindingNumber of new Set(rows.map((row) => row.bindingNumber)))
      if ((await places.still(bindingNumber)) !== server) throw new RowsMoved();
  };
  return {
    async landPositions(rows, write) {
      await mustLiveHere(rows);
      return points.landPositions(rows, write);
    },
    async addPoints(rows) {
      await mustLiveHere(rows);
      return points.addPoints(rows);
    },
  };
}
