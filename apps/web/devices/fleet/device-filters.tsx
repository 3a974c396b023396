import type { OverviewRow } from "@canopy/contract/devices/overview";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { Fragment, type ReactNode, useMemo } from "react";
import { useText } from "../../platform/i18n.ts";
import { Popover } from "../../ui/float/Popover.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import { type LIST_FILTERS, type ListFilters, type Names, NONE } from "../board/arrange-devices.ts";
import { groupsQuery, labelsQuery } from "../details/overview-query.ts";
import styles from "./home.module.css";
import "./list-texts.ts";

export interface DeviceFilterProps {
  rows: readonly OverviewRow[];
  names: Names;
  filters: ListFilters;
  onFilter(key: (typeof LIST_FILTERS)[number], value: string): void;
}

/** Names of the labels and groups of the tenant. */
export function useNames(): Names {
  const labels = useQuery(labelsQuery).data;
  const groups = useQuery(groupsQuery).data;
  return useMemo(
    () => ({
      labels: new Map((labels ?? []).map(({ id, name }) => [id, name])),
      groups: new Map((groups ?? []).map(({ id, name }) => [id, name])),
    }),
    [labels, groups],
  );
}

export function DeviceSearch({ filters, onFilter }: Pick<DeviceFilterProps, "filters" | "onFilter">) {
  const t = useText();
  return (
    <SearchInput
      className={styles.search}
      label={t("devices.list.search")}
      value={filters.keyword ?? ""}
      onChange={(value) => onFilter("keyword", value)}
    />
  );
}

/** On a phone the filters are behind a button. */
export function DeviceFilterPopover({ items, children }: { items: readonly ToolbarItem[]; children?: ReactNode }) {
  const t = useText();
  return (
    <Popover
      label={t("devices.list.filters")}
      align="end"
      trigger={(trigger) => <IconButton edge icon={SlidersHorizontal} label={t("devices.list.filters")} {...trigger} />}
    >
      <div className={styles.filterPanel}>
        {items.map(({ key, content }) => (
          <Fragment key={key}>{content}</Fragment>
        ))}
        {children}
      </div>
    </Popover>
  );
}

/** The later ones of the line leave it first. */
export function useDeviceFilters({ rows, names, filters, onFilter }: DeviceFilterProps): ToolbarItem[] {
  const t = useText();
  const options = useMemo(() => choicesOf(rows), [rows]);
  const select = (key: "type" | "state" | "label" | "group" | "firmware", all: string, more: readonly Choice[]) => (
    <Select
      className={styles.filter}
      aria-label={all}
      options={[{ value: "", label: all }, ...more]}
      value={filters[key] ?? ""}
      onChange={(value) => onFilter(key, value)}
    />
  );
  const named = (map: ReadonlyMap<string, string>): Choice[] => [...map].map(([value, label]) => ({ value, label }));
  const types = select("type", t("devices.list.allTypes"), [
    ...named(options.types),
    ...(options.hasUntyped ? [{ value: NONE, label: t("devices.list.noType") }] : []),
  ]);
  const states = select("state", t("devices.list.allStates"), [
    { value: "online", label: t("devices.list.onlyOnline") },
    { value: "offline", label: t("devices.list.onlyOffline") },
    { value: "gateway", label: t("devices.list.onlyGateway") },
  ]);
  const labels = select("label", t("devices.list.allLabels"), [
    ...named(names.labels),
    { value: NONE, label: t("devices.list.noLabel") },
  ]);
  const groups = names.groups.size > 0 && select("group", t("devices.list.allGroups"), named(names.groups));
  const firmware = select("firmware", t("devices.list.allFirmware"), [
    ...options.firmware.map((value) => ({ value, label: value })),
    { value: NONE, label: t("devices.list.noFirmware") },
  ]);
  const favourites = (
    <Checkbox checked={filters.favourite !== undefined} onChange={(on) => onFilter("favourite", on ? "1" : "")}>
      {t("devices.list.onlyFavourites")}
    </Checkbox>
  );
  return [
    { key: "type", content: types, priority: 3 },
    { key: "state", content: states, priority: 2 },
    { key: "label", content: labels, priority: 4 },
    { key: "group", content: groups, priority: 6 },
    { key: "firmware", content: firmware, priority: 8 },
    { key: "favourite", content: favourites, priority: 7 },
  ];
}

interface Choice {
  value: string;
  label: string;
}

/** Filter values that occur among the devices. */
function choicesOf(rows: readonly OverviewRow[]) {
  const types = new Map<string, string>();
  const firmware = new Set<string>();
  for (const { info_model_id: id, info_model_name: name, firmware_version: version } of rows) {
    if (id !== null && name !== null) types.set(id, name);
    if (version !== null) firmware.add(version);
  }
  const hasUntyped = rows.some(({ info_model_id: id }) => id === null);
  const byName = [...types].sort(([, a], [, b]) => a.localeCompare(b));
  return { types: new Map(byName), hasUntyped, firmware: [...firmware].sort().reverse() };
}
