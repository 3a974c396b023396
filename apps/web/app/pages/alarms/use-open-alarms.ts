import type { AlarmDevice } from "@canopy/contract/alarms/alarm-devices";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { alarmDevicesQuery } from "../../../alarms/alarm-queries.ts";

const NONE: readonly AlarmDevice[] = [];

/** TRG-05: open alarms by device. */
export function useOpenAlarms(): ReadonlyMap<string, AlarmDevice> {
  const list = useQuery(alarmDevicesQuery).data ?? NONE;
  return useMemo(() => new Map(list.map((one) => [one.things_id, one])), [list]);
}
