import type { AlarmEvent } from "@canopy/contract/alarms/events";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { eventsQuery, openEventsQuery } from "../../alarms/alarm-queries.ts";
import type { StatusBoard } from "../../devices/board/status-board.ts";
import { useOrderVersion } from "../../devices/board/use-live-board.ts";
import { labelsQuery } from "../../devices/details/overview-query.ts";
import type { OpenAlarms } from "../../places/fleet/place-state.ts";
import { useNow } from "../../platform/clock.ts";
import { MonitorFar } from "./MonitorFar.tsx";
import { MonitorNear } from "./MonitorNear.tsx";
import { MonitorTools } from "./MonitorTools.tsx";
import type { MonitorView } from "./monitor-view.ts";
import { toggleSound, useAlarmSound } from "./screen-sound.ts";
import { useChosenSignals, useScreenCurves } from "./use-monitor-signals.ts";
import type { ScreenAddress } from "./use-scenes.ts";
import type { ScreenSize } from "./use-wall.ts";
import "../texts.ts";
import "./screen-texts.ts";

interface MonitorScreenProps {
  /** Undefined: not known yet. */
  rows: readonly OverviewRow[] | undefined;
  board: StatusBoard;
  alarms: ReadonlyMap<string, OpenAlarms>;
  tenantId: string;
  trouble: string | undefined;
  /** `size`, `scene`, `label` and `signals`. */
  address: ScreenAddress;
}

const NEAR: ScreenSize = "near";
const NO_EVENTS: readonly AlarmEvent[] = [];
const NO_ROWS: readonly OverviewRow[] = [];
/** So long an urgent alarm has the map. */
const URGENT_MS = 60_000;

/** STA-02: the fleet for people across the room, or all at once for those who sit before it. */
export function MonitorScreen({ rows: all, board, alarms, tenantId, trouble, address }: MonitorScreenProps) {
  const [isChoosing, setChoosing] = useState(false);
  useOrderVersion(board, true);
  const nowMs = useNow(1000);
  const label = useLabel(address.search.label);
  const rows = label.isKnown ? labelled(all, label.id) : undefined;
  const { data: events, isPlaceholderData } = useQuery(label.id ? labelEvents(label.id) : openEventsQuery);
  useAlarmSound(isPlaceholderData ? undefined : events?.list, label.id);
  const list = events?.list ?? NO_EVENTS;
  const isOnline = (row: OverviewRow) => board.get(row.id)?.online ?? row.online;
  const chosen = useChosenSignals(rows ?? NO_ROWS, isOnline, address.search.signals);
  const isNear = address.search.size === NEAR;
  const onSize = () => address.onSearch({ size: isNear ? undefined : NEAR });
  const view: MonitorView = {
    ...useScreenCurves(chosen),
    all: all ?? NO_ROWS,
    rows,
    board,
    alarms,
    isOnline,
    events: list,
    open: events?.open,
    urgent: list.find(({ level, start_time }) => level === "urgent" && nowMs - start_time < URGENT_MS),
    label: label.id,
    tenantId,
    trouble,
    nowMs,
    keys: { m: toggleSound, s: () => setChoosing(true), n: onSize },
    tools: (
      <MonitorTools
        isOpen={isChoosing}
        onOpen={setChoosing}
        rows={all ?? NO_ROWS}
        address={address}
        isNear={isNear}
        onSize={onSize}
      />
    ),
  };
  return isNear ? <MonitorNear view={view} /> : <MonitorFar view={view} address={address} />;
}

const labelled = (rows: readonly OverviewRow[] | undefined, id: string | undefined) =>
  id === undefined ? rows : rows?.filter(({ label_ids }) => label_ids.includes(id));

const labelEvents = (label_id: string) =>
  eventsQuery({ current_page: 1, page_size: 25, keyword: "", open: true, label_id });

/** One that was deleted filters nothing. */
function useLabel(asked: string | undefined): { id: string | undefined; isKnown: boolean } {
  const { data, isPending } = useQuery({ ...labelsQuery, enabled: asked !== undefined });
  return {
    id: data?.find(({ id }) => id === asked)?.id,
    isKnown: asked === undefined || !isPending,
  };
}
