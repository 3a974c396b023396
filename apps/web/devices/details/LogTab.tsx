import {
  exportDeviceLog,
  LOG_EXPORT_MAX_ROWS,
  LOG_KINDS,
  type LogEntry,
  listDeviceLog,
} from "@canopy/contract/devices/device-log";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { api } from "../../platform/api.ts";
import { useNow } from "../../platform/clock.ts";
import { isCut } from "../../platform/cut-csv.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import parts from "../parts.module.css";
import type { DeviceTabProps } from "./device-tab.tsx";
import { logText } from "./log-text.ts";
import "./manage-texts.ts";
import { saveText } from "../config/save-text.ts";
import { useListOfTab } from "./tab-list.ts";

const FILTERS = ["kind", "ranged"];

/** DEV-07: everything that befell the device, newest first; filtered by kind and by the range of the time bar. */
export function LogTab(props: DeviceTabProps) {
  const { device, timeline } = props;
  const t = useText();
  const nowMs = useNow(10_000);
  const { state, onState, pagingOf } = useListOfTab("devices.log", FILTERS, props);
  const kind = LOG_KINDS.find((known) => known === state.filters.kind);
  const ranged = state.filters.ranged === "1";
  const narrowed = {
    ...(kind ? { kind } : {}),
    ...(ranged ? { start_time: Math.floor(timeline.range.fromMs), end_time: Math.ceil(timeline.range.toMs) } : {}),
  };
  const asked = {
    params: { things_id: device.id },
    query: { current_page: state.page, page_size: state.size, ...narrowed },
  };
  const query = useQuery({
    queryKey: [listDeviceLog.name, device.id, asked.query],
    queryFn: ({ signal }) => api(listDeviceLog, asked, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  const save = useMutation({
    mutationFn: () => api(exportDeviceLog, { params: asked.params, query: narrowed }),
    onSuccess: (csv) => {
      saveText(csv, `${device.third_things_id}-log.csv`);
      if (isCut(csv, LOG_EXPORT_MAX_ROWS)) {
        const count = formatNumber(LOG_EXPORT_MAX_ROWS);
        addNote({ tone: "ordinary", text: t("devices.log.cut", { count }) });
      } else addNote({ tone: "done", text: t("devices.log.exported") });
    },
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
  });
  const columns: readonly Column<LogEntry>[] = [
    {
      key: "time",
      title: t("devices.log.time"),
      cell: ({ time }) => <TimeText at={time} />,
      width: "190px",
      card: "aside",
    },
    {
      key: "kind",
      title: t("devices.log.kind"),
      cell: (entry) => t(`devices.log.kind.${entry.kind}`),
      width: "140px",
      always: true,
      card: "title",
    },
    { key: "content", title: t("devices.log.content"), cell: (entry) => <span>{logText(entry, t, nowMs)}</span> },
    {
      key: "who",
      title: t("devices.log.who"),
      cell: ({ user_name }) => user_name ?? <span className={parts.quiet}>{t("devices.log.itself")}</span>,
      width: "160px",
    },
  ];
  const kinds = LOG_KINDS.map((value) => ({ value, label: t(`devices.log.kind.${value}`) }));
  return (
    <ListFrame
      live
      list="devices.log"
      label={t("devices.log.label")}
      columns={columns}
      rows={rowsOfQuery(query, ({ list }) => list)}
      rowKey={({ id }) => String(id)}
      paging={pagingOf(query.data?.pagination.total_size ?? 0)}
      filtered={kind !== undefined || ranged}
      onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
      filters={
        <>
          <Select<string>
            aria-label={t("devices.log.kind")}
            options={[{ value: "", label: t("devices.log.kindAll") }, ...kinds]}
            value={kind ?? ""}
            onChange={(value) => onState(withFilter(state, "kind", value))}
          />
          <Checkbox checked={ranged} onChange={(on) => onState(withFilter(state, "ranged", on ? "1" : ""))}>
            {t("devices.log.inRange")}
          </Checkbox>
        </>
      }
      actions={
        <Button icon={Download} busy={save.isPending} onClick={() => save.mutate()}>
          {t("devices.log.export")}
        </Button>
      }
      empty={<EmptyState icon={ScrollText} title={t("devices.log.empty")} text={t("devices.log.emptyText")} />}
    />
  );
}
