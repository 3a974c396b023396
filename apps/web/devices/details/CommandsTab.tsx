import {
  COMMAND_STATES,
  type Command,
  type CommandState,
  listCommands,
  MAX_COMMAND_TIMEOUT_MS,
} from "@canopy/contract/devices/commands";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Drawer } from "../../ui/float/Drawer.tsx";
import { Select } from "../../ui/form/Select.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { rowsBeside } from "../../ui/list/rows-beside.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import parts from "../parts.module.css";
import type { DeviceTabProps } from "./device-tab.tsx";
import { FactList } from "./FactList.tsx";
import styles from "./manage.module.css";
import "./manage-texts.ts";
import { commandWords } from "./command-words.ts";
import { useListOfTab } from "./tab-list.ts";
import { methodText } from "./use-device-command.ts";

const TONE: Record<CommandState, "neutral" | "green" | "ordinary" | "tip"> = {
  sending: "tip",
  done: "green",
  failed: "ordinary",
  offline: "neutral",
  timeout: "ordinary",
  lost: "neutral",
};

const settlesSoon = ({ state, sent_time }: Command) =>
  state === "sending" && Date.now() - sent_time < MAX_COMMAND_TIMEOUT_MS;

/** DEV-06: every command sent to the device, with user and result. */
export function CommandsTab(props: DeviceTabProps) {
  const { device } = props;
  const t = useText();
  const formats = useTimeFormats();
  const { state, onState, pagingOf } = useListOfTab("devices.commands", ["state"], props);
  const wanted = COMMAND_STATES.find((known) => known === state.filters.state);
  const asked = { current_page: state.page, page_size: state.size, ...(wanted ? { state: wanted } : {}) };
  const query = useQuery({
    queryKey: [listCommands.name, device.id, asked],
    queryFn: ({ signal }) => api(listCommands, { params: { things_id: device.id }, query: asked }, { signal }),
    placeholderData: keepPreviousData,
    // One that is out settles within seconds; but for a long list.
    refetchInterval: ({ state: { data } }) => (data?.list.some(settlesSoon) ? 1000 : 10_000),
  });
  const rows = query.data?.list ?? [];
  const open = rows.find(({ id }) => id === props.search.open);
  const [previous, next] = rowsBeside(rows, ({ id }) => id, open?.id ?? "");
  const show = (row: Command | undefined) => props.onSearch({ open: row?.id });
  const took = ({ sent_time, finished_time }: Command) =>
    formats.duration(finished_time === null ? null : finished_time - sent_time);
  const columns: readonly Column<Command>[] = [
    {
      key: "method",
      title: t("devices.commands.method"),
      cell: ({ method }) => methodText(method),
      always: true,
      card: "title",
    },
    {
      key: "state",
      title: t("devices.commands.state"),
      cell: (row) => <Chip tone={TONE[row.state]}>{t(`devices.commands.state.${row.state}`)}</Chip>,
      card: "aside",
    },
    {
      key: "params",
      title: t("devices.commands.params"),
      cell: ({ method, params }) => <Params words={commandWords(method, params, t)} />,
    },
    { key: "sent", title: t("devices.commands.sent"), cell: ({ sent_time }) => <TimeText at={sent_time} /> },
    { key: "took", title: t("devices.commands.took"), align: "end", cell: took },
    {
      key: "who",
      title: t("devices.log.who"),
      cell: ({ user_name }) => user_name ?? <span className={parts.quiet}>{t("devices.commands.server")}</span>,
    },
  ];
  const states = COMMAND_STATES.map((value) => ({ value, label: t(`devices.commands.state.${value}`) }));
  return (
    <>
      <ListFrame
        live
        list="devices.commands"
        label={t("devices.commands.label")}
        columns={columns}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ id }) => id}
        rowName={({ method }) => t("devices.commands.details", { method: methodText(method) })}
        onOpen={show}
        paging={pagingOf(query.data?.pagination.total_size ?? 0)}
        filtered={wanted !== undefined}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        filters={
          <Select<string>
            aria-label={t("devices.commands.state")}
            options={[{ value: "", label: t("devices.commands.stateAll") }, ...states]}
            value={wanted ?? ""}
            onChange={(value) => onState(withFilter(state, "state", value))}
          />
        }
        empty={<EmptyState icon={Mail} title={t("devices.commands.empty")} text={t("devices.commands.emptyText")} />}
      />
      {open && (
        <Drawer
          title={methodText(open.method)}
          row={open.id}
          onPrevious={previous && (() => show(previous))}
          onNext={next && (() => show(next))}
          onClose={() => show(undefined)}
        >
          <div className={styles.form}>
            <FactList
              facts={[
                [t("devices.commands.state"), t(`devices.commands.state.${open.state}`)],
                [t("devices.commands.sent"), <TimeText key="sent" at={open.sent_time} precision="ms" withZone />],
                [t("devices.commands.took"), took(open)],
                [t("devices.log.who"), open.user_name ?? t("devices.commands.server")],
              ]}
            />
            <h3>{t("devices.commands.params")}</h3>
            <pre className={styles.code}>{JSON.stringify(open.params, null, 2)}</pre>
            <h3>{t("devices.commands.result")}</h3>
            <pre className={styles.code}>
              {open.error_code
                ? [open.error_code, open.error_message].filter(Boolean).join("\n")
                : JSON.stringify(open.result ?? null, null, 2)}
            </pre>
          </div>
        </Drawer>
      )}
    </>
  );
}

function Params({ words }: { words: string }) {
  return words === "" ? null : (
    <span className={styles.params} title={words}>
      {words}
    </span>
  );
}
