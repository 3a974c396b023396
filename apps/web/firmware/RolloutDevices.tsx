import {
  DEVICE_FILTERS,
  type DeviceFilter,
  type Rollout,
  type RolloutDevice,
} from "@canopy/contract/firmware/rollouts";
import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Segmented } from "../ui/form/Segmented.tsx";
import type { Column } from "../ui/list/columns.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import { useDeviceWords } from "./device-words.ts";
import styles from "./firmware.module.css";
import { rolloutDevicesQuery } from "./firmware-queries.ts";

export const ROLLOUT_DEVICE_LIST = "firmware.devices";
/** `id` is the rollout. */
export const ROLLOUT_DEVICE_FILTERS = ["id", "state", "keyword"];

interface RolloutDevicesProps extends ListProps {
  readonly rollout: Rollout;
  onDevice(device: RolloutDevice): void;
  stateOf(rollout: Rollout, device: RolloutDevice): string | undefined;
}

export function RolloutDevices({ rollout, onDevice, stateOf, ...list }: RolloutDevicesProps) {
  const { state, onState } = list;
  const t = useText();
  const shown = DEVICE_FILTERS.find((one) => one === state.filters.state) ?? "all";
  const keyword = state.filters.keyword ?? "";
  const page = { current_page: state.page, page_size: state.size, state: shown, keyword };
  const query = useQuery(rolloutDevicesQuery(rollout.id, page));
  return (
    <ListFrame
      list={ROLLOUT_DEVICE_LIST}
      label={t("firmware.view.devices")}
      columns={useColumns(rollout, stateOf)}
      rows={rowsOfQuery(query, (data) => data.list)}
      rowKey={({ things_id }) => things_id}
      onOpen={onDevice}
      paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
      filters={
        <>
          <Segmented
            label={t("firmware.device.state")}
            value={shown}
            onChange={(value) => onState(withFilter(state, "state", value === "all" ? "" : value))}
            options={DEVICE_FILTERS.map((value) => ({
              value,
              label: t(`firmware.filter.${value}`, { count: countOf(rollout, value) }),
            }))}
          />
          <SearchInput
            value={keyword}
            label={t("firmware.view.search")}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        </>
      }
      filtered={keyword !== ""}
      onResetFilters={() => onState(withFilter(state, "keyword", ""))}
      empty={<EmptyState title={t("firmware.view.noDevices")} />}
    />
  );
}

function countOf({ counts, left_out }: Rollout, filter: DeviceFilter): number {
  if (filter === "left_out") return left_out;
  return filter === "all" ? counts.total : counts[filter];
}

function useColumns(rollout: Rollout, stateOf: RolloutDevicesProps["stateOf"]): readonly Column<RolloutDevice>[] {
  const t = useText();
  const words = useDeviceWords(rollout.version);
  return [
    {
      key: "name",
      title: t("firmware.device.name"),
      always: true,
      card: "title",
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    { key: "wave", title: t("firmware.device.wave"), align: "end", cell: ({ wave }) => wave + 1 },
    {
      key: "version",
      title: t("firmware.device.version"),
      cell: ({ from_version }) => <span className="mono">{from_version ?? "—"}</span>,
    },
    {
      key: "state",
      title: t("firmware.device.state"),
      always: true,
      cell: (device) => (
        <span className={styles.deviceState} data-state={device.state}>
          {stateOf(rollout, device) ?? words.stateOf(device)}
          {hasBar(rollout, device) && <Download device={device} />}
        </span>
      ),
    },
    {
      key: "since",
      title: t("firmware.device.since"),
      cell: ({ since, things_id }) => <TimeText at={since} of={things_id} />,
    },
    { key: "tries", title: t("firmware.device.tries"), align: "end", cell: ({ tries }) => tries },
  ];
}

/** A flash tells its blocks, an installation of firmware nothing. */
function hasBar({ payload }: Rollout, { state, percent }: RolloutDevice): boolean {
  return percent !== null && (state === "downloading" || (payload === "ecu" && state === "installing"));
}

function Download({ device: { percent, bytes_per_second: rate } }: { device: RolloutDevice }) {
  return (
    <span className={styles.download}>
      <span className={styles.downloadBar} aria-hidden="true">
        <span style={{ width: `${percent ?? 0}%` }} />
      </span>
      {`${percent ?? 0} %${rate === null ? "" : ` · ${formatBytes(rate)}/s`}`}
    </span>
  );
}
