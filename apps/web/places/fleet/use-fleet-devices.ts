import type { OverviewRow } from "@canopy/contract/devices/overview";
import { useMemo } from "react";
import { arrangeDevices, type ListFilters, type Names } from "../../devices/board/arrange-devices.ts";
import type { StatusBoard } from "../../devices/board/status-board.ts";
import { useOrderVersion } from "../../devices/board/use-live-board.ts";
import type { PlaceBoard } from "./place-board.ts";
import type { FleetDevice, OpenAlarms } from "./place-state.ts";

export interface FleetSources {
  readonly rows: readonly OverviewRow[];
  /** Whether devices are online. */
  readonly board: StatusBoard;
  /** Open alarms by device. */
  readonly alarms: ReadonlyMap<string, OpenAlarms>;
}

interface Places {
  readonly board: PlaceBoard;
  readonly version: number;
}

/** The devices that fit the filters, in the order of the list of devices, with what the map shows of each. */
export function useFleetDevices(
  { rows, board, alarms }: FleetSources,
  places: Places,
  filters: ListFilters,
  names: Names,
): FleetDevice[] {
  const version = useOrderVersion(board, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is live
  const found = useMemo(() => {
    const { by: _, ...plain } = filters;
    const items = arrangeDevices(rows, { filters: plain, sort: null, names, stateOf: (id) => board.get(id) });
    return items.flatMap((item) => (item.kind === "device" ? [item.row] : []));
  }, [rows, filters, names, board, version]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions stand for what is live
  return useMemo(
    () =>
      found.map((row) => ({
        row,
        online: board.get(row.id)?.online ?? row.online,
        place: places.board.get(row.id),
        alarms: alarms.get(row.id),
      })),
    [found, board, version, places.board, places.version, alarms],
  );
}
