import "./type-texts.ts";
import type { Thing } from "@canopy/contract/devices/thing";
import { listThings } from "@canopy/contract/devices/things";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyButton.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import styles from "./types.module.css";

interface TypeDevicesProps extends ListProps {
  typeId: string;
  onOpen(device: Thing): void;
  onJson(device: Thing): void;
}

/** The devices of a type that the person may read. */
export function TypeDevices({ typeId, onOpen, onJson, ...list }: TypeDevicesProps) {
  const t = useText();
  const { keyword = "" } = list.state.filters;
  const filters = JSON.stringify({ info_model_id: typeId, ...(keyword ? { keyword } : {}) });
  const asked = { current_page: list.state.page, page_size: list.state.size, filters };
  const query = useQuery({
    queryKey: [listThings.name, asked],
    queryFn: ({ signal }) => api(listThings, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListFrame
      list="devices.typeDevices"
      label={t("devices.types.devices")}
      columns={useDeviceColumns()}
      rows={rowsOfQuery(query, ({ list: rows }) => rows)}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
      filtered={keyword !== ""}
      onResetFilters={() => list.onState({ ...list.state, page: 1, filters: { ...list.state.filters, keyword: "" } })}
      filters={
        <SearchInput
          label={t("devices.types.deviceSearch")}
          value={keyword}
          onChange={(text) => list.onState(withFilter(list.state, "keyword", text))}
        />
      }
      empty={<EmptyState icon={Cpu} title={t("devices.types.noDevices")} text={t("devices.types.noDevicesNote")} />}
      rowActions={(device) => (
        <Button
          kind="link"
          aria-label={t("devices.types.jsonOne", { name: device.name })}
          onClick={() => onJson(device)}
        >
          {t("devices.types.json")}
        </Button>
      )}
    />
  );
}

function useDeviceColumns(): Column<Thing>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("devices.types.deviceName"),
      always: true,
      card: "title",
      width: "36%",
      cell: ({ name }) => (
        <bdi className={styles.breakable} dir="auto">
          {name}
        </bdi>
      ),
    },
    {
      key: "id",
      title: t("devices.types.deviceId"),
      cell: ({ third_things_id: id }) => <CopyText text={id} />,
    },
    {
      key: "state",
      title: t("devices.types.deviceState"),
      card: "aside",
      cell: ({ online }) => (
        <Chip tone={online ? "green" : "neutral"} dot={online}>
          {t(online ? "devices.types.online" : "devices.types.offline")}
        </Chip>
      ),
    },
    {
      key: "seen",
      title: t("devices.types.lastSeen"),
      cell: ({ online_time, id }) => <RelativeTime at={online_time} of={id} />,
    },
  ];
}
