import type { AlarmEvent } from "@canopy/contract/alarms/events";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import type { ReactNode } from "react";
import type { StatusBoard } from "../../devices/board/status-board.ts";
import { useFleetPlaces } from "../../places/fleet/fleet-query.ts";
import { isPlaced, type OpenAlarms, type PlacedDevice } from "../../places/fleet/place-state.ts";
import type { LiveSignals } from "../../signals/samples/live-signals.ts";
import type { ScreenCurve } from "./use-monitor-signals.ts";

/** What both sizes of the monitor screen show. */
export interface MonitorView {
  /** Of the whole fleet. */
  readonly all: readonly OverviewRow[];
  /** Those with the label, where one is chosen; undefined: not known yet. */
  readonly rows: readonly OverviewRow[] | undefined;
  readonly board: StatusBoard;
  readonly alarms: ReadonlyMap<string, OpenAlarms>;
  isOnline(row: OverviewRow): boolean;
  /** Open ones, the newest first. */
  readonly events: readonly AlarmEvent[];
  readonly open: { readonly urgent: number; readonly ordinary: number; readonly tip: number } | undefined;
  /** A new one that has the map. */
  readonly urgent: AlarmEvent | undefined;
  readonly label: string | undefined;
  readonly live: LiveSignals;
  readonly curves: readonly ScreenCurve[];
  readonly tenantId: string;
  readonly trouble: string | undefined;
  readonly nowMs: number;
  readonly keys: Readonly<Record<string, () => void>>;
  readonly tools: ReactNode;
}

/** The devices that have a position, as the map takes them. */
export function usePlaced({ rows = [], alarms, isOnline }: MonitorView): PlacedDevice[] {
  const places = useFleetPlaces();
  const devices = rows.map((row) => ({
    row,
    online: isOnline(row),
    place: places.board.get(row.id),
    alarms: alarms.get(row.id),
  }));
  return devices.filter(isPlaced);
}
