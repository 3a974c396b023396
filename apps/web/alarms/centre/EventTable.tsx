import type { AlarmEvent, listAlarmEvents } from "@canopy/contract/alarms/events";
import { RULE_LEVELS } from "@canopy/contract/alarms/rule-content";
import type { Reply } from "@canopy/contract/platform/endpoint";
import type { UseQueryResult } from "@tanstack/react-query";
import { BellOff, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import type { EventsAsked } from "../alarm-queries.ts";
import { useEventColumns } from "../event-columns.tsx";
import styles from "./centre.module.css";
import { DeviceFilter } from "./DeviceFilter.tsx";
import { LevelFilter, OwnSpan, RuleFilter, TimeFilter, WhoFilter } from "./EventFilters.tsx";
import { EventMenu } from "./EventMenu.tsx";
import type { EventWays } from "./event-ways.ts";
import { SelectionLine } from "./SelectionLine.tsx";
import { useExport } from "./use-export.ts";
import "../texts.ts";

/** Words of the address that are filters; cleared together. */
export const CLEARED = ["keyword", "level", "device", "label", "rule", "who", "time"];

const NO_EVENTS: readonly AlarmEvent[] = [];

interface EventTableProps extends ListProps {
  /** A choice before the filters, such as open or all. */
  lead: ReactNode;
  ways: EventWays;
  asked: EventsAsked;
  query: UseQueryResult<Reply<typeof listAlarmEvents>>;
  isFleet: boolean;
  onOpen(eventId: string): void;
  onCloseEvents(ids: readonly string[]): void;
}

export function EventTable(props: EventTableProps) {
  const { state, onState, asked, query, isFleet, ways, onOpen, onCloseEvents, lead } = props;
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const onFilter = (key: string, value: string) => onState(withFilter(state, key, value));
  const filter = { filters: state.filters, onFilter };
  const { device = "", label = "" } = state.filters;
  const isFiltered = CLEARED.some((key) => (state.filters[key] ?? "") !== "");
  const clear = () =>
    onState({
      ...state,
      page: 1,
      filters: { ...state.filters, ...Object.fromEntries(CLEARED.map((key) => [key, ""])) },
    });
  return (
    <>
      {chosen.size > 0 && (
        <SelectionLine
          events={query.data?.list ?? []}
          chosen={chosen}
          onClear={() => setChosen(new Set())}
          onCloseEvents={onCloseEvents}
        />
      )}
      <OwnSpan {...filter} />
      <ListFrame
        list="alarms.events"
        label={t("alarms.events.title")}
        columns={useEventColumns({ device: isFleet, events: query.data?.list ?? NO_EVENTS })}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ event_id }) => event_id}
        rowName={({ rule_name, device_name }) => `${rule_name} ${device_name}`}
        onOpen={({ event_id }) => onOpen(event_id)}
        current={state.filters.event}
        selection={{ keys: chosen, onChange: setChosen }}
        {...sortingOf(props)}
        paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
        live
        filters={
          <>
            {lead}
            <SearchInput
              value={state.filters.keyword ?? ""}
              label={t("alarms.events.search")}
              onChange={(text) => onFilter("keyword", text)}
            />
            <LevelFilter {...filter} />
            {isFleet && (
              <DeviceFilter
                device={device}
                label={label}
                onChoose={(next) => onState({ ...state, page: 1, filters: { ...state.filters, ...next } })}
              />
            )}
            <RuleFilter {...filter} />
            <WhoFilter {...filter} />
            <TimeFilter {...filter} />
          </>
        }
        filtered={isFiltered}
        onResetFilters={clear}
        facts={<OpenFacts open={query.data?.open} />}
        actions={
          <ExportButton asked={asked} chosen={(query.data?.list ?? []).filter((one) => chosen.has(one.event_id))} />
        }
        empty={<NothingRings watching={query.data?.watching} />}
        rowActions={(event) => <EventMenu event={event} ways={ways} onCloseEvents={onCloseEvents} />}
      />
    </>
  );
}

function OpenFacts({ open }: { open: Record<(typeof RULE_LEVELS)[number], number> | undefined }) {
  return (
    open && (
      <span className={styles.counts}>
        {RULE_LEVELS.toReversed().map((level) => (
          <span key={level}>
            <LevelMark level={level} compact /> {open[level]}
          </span>
        ))}
      </span>
    )
  );
}

function ExportButton({ asked, chosen }: { asked: EventsAsked; chosen: readonly AlarmEvent[] }) {
  const t = useText();
  const { isBusy, save } = useExport();
  return (
    <Button icon={Download} busy={isBusy} onClick={() => void save(asked, chosen)}>
      {t("alarms.centre.export")}
    </Button>
  );
}

function NothingRings({ watching }: { watching: { rules: number; devices: number } | null | undefined }) {
  const t = useText();
  return (
    <EmptyState
      icon={BellOff}
      title={t("alarms.events.empty")}
      text={watching ? t("alarms.centre.watching", { ...watching }) : t("alarms.events.emptyNote")}
    />
  );
}
