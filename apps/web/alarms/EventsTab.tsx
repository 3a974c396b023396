import { type AlarmEvent, changeAlarmEvents, type EventState } from "@canopy/contract/alarms/events";
import { RULE_LEVELS } from "@canopy/contract/alarms/rule-content";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff, ChartSpline, Check, Ellipsis, RotateCcw, X } from "lucide-react";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Menu } from "../ui/float/Menu.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { EVENTS_KEY, eventsQuery } from "./alarm-queries.ts";
import { useEventColumns } from "./event-columns.tsx";
import "./texts.ts";

export const EVENT_FILTERS = ["keyword", "level", "which"];

interface EventsTabProps extends ListProps {
  thingsId: string;
  /** Shows the data around a moment of the device. */
  onCurve(event: AlarmEvent): void;
}

/** TRG-05: the alarm events of a device, newest first. */
export function EventsTab(props: EventsTabProps) {
  const { state, onState, thingsId, onCurve } = props;
  const t = useText();
  const client = useQueryClient();
  const { keyword = "", which = "open" } = state.filters;
  const level = RULE_LEVELS.find((one) => one === state.filters.level);
  const page = { current_page: state.page, page_size: state.size, keyword, things_id: thingsId };
  const query = useQuery(eventsQuery({ ...page, ...(level && { level }), ...(which === "open" && { open: true }) }));
  const change = useMutation({
    mutationFn: ({ event_id, to }: { event_id: string; to: EventState }) =>
      api(changeAlarmEvents, { body: { event_ids: [event_id], state: to } }),
    onError: (problem) => void addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: EVENTS_KEY }),
  });
  const denied = callDenied(changeAlarmEvents);
  const filter = (key: string) => (value: string) => onState(withFilter(state, key, value));
  const to = (event: AlarmEvent, next: EventState) => () => change.mutate({ event_id: event.event_id, to: next });
  return (
    <ListFrame
      list="alarms.events"
      label={t("alarms.events.title")}
      columns={useEventColumns()}
      rows={rowsOfQuery(query, ({ list }) => list)}
      rowKey={({ event_id }) => event_id}
      paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
      live
      filters={
        <>
          <SearchInput value={keyword} label={t("alarms.events.search")} onChange={filter("keyword")} />
          <Segmented
            label={t("alarms.events.which")}
            options={[
              { value: "open", label: t("alarms.events.open") },
              { value: "all", label: t("alarms.events.all") },
            ]}
            value={which === "all" ? "all" : "open"}
            onChange={filter("which")}
          />
          <Select
            aria-label={t("alarms.events.level")}
            options={[
              { value: "", label: t("alarms.events.anyLevel") },
              ...RULE_LEVELS.map((one) => ({ value: one, label: t(`ui.level.${one}`) })),
            ]}
            value={level ?? ""}
            onChange={filter("level")}
          />
        </>
      }
      filtered={keyword !== "" || level !== undefined}
      onResetFilters={() => onState(withFilter(withFilter(state, "keyword", ""), "level", ""))}
      empty={<EmptyState icon={BellOff} title={t("alarms.events.empty")} text={t("alarms.events.emptyNote")} />}
      rowActions={(event) => (
        <Menu
          label={t("alarms.events.more", { name: event.rule_name })}
          trigger={(button) => (
            <IconButton icon={Ellipsis} label={t("alarms.events.more", { name: event.rule_name })} {...button} />
          )}
          items={[
            { key: "curve", icon: ChartSpline, label: t("alarms.events.curve"), onSelect: () => onCurve(event) },
            ...(event.state === "new"
              ? [
                  {
                    key: "acknowledge",
                    icon: Check,
                    label: t("alarms.events.acknowledge"),
                    denied,
                    onSelect: to(event, "acknowledged"),
                  },
                ]
              : []),
            event.state === "closed"
              ? { key: "reopen", icon: RotateCcw, label: t("alarms.events.reopen"), denied, onSelect: to(event, "new") }
              : { key: "close", icon: X, label: t("alarms.events.close"), denied, onSelect: to(event, "closed") },
          ]}
        />
      )}
    />
  );
}
