import type { OverviewRow } from "@canopy/contract/devices/overview";
import { Columns3, Plus, SlidersHorizontal } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useMemo, useRef } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu, type MenuItem } from "../../ui/float/Menu.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { type ColumnChoice, chooseColumn, isShown } from "../../ui/list/columns.ts";
import uiStyles from "../../ui/list/list.module.css";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Toolbar, type ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { type LIST_FILTERS, type ListFilters, type Names, NONE } from "../board/arrange-devices.ts";
import type { StatusBoard } from "../board/status-board.ts";
import styles from "./home.module.css";
import { LIST_COLUMNS } from "./list-columns.ts";

export interface ToolbarProps {
  rows: readonly OverviewRow[];
  names: Names;
  filters: ListFilters;
  onFilter(key: (typeof LIST_FILTERS)[number], value: string): void;
  choice: ColumnChoice;
  onChoice(choice: ColumnChoice): void;
  board: StatusBoard;
  addItems: readonly MenuItem[];
}

export function ListToolbar(props: ToolbarProps) {
  const t = useText();
  const narrow = useNarrow();
  const { filters, onFilter } = props;
  const search = (
    <SearchInput
      className={styles.search}
      label={t("devices.list.search")}
      value={filters.keyword ?? ""}
      onChange={(value) => onFilter("keyword", value)}
    />
  );
  const chosen = useFilters(props);
  if (!narrow) {
    const items: ToolbarItem[] = [
      { key: "search", content: search, minPx: 170 },
      ...chosen,
      { key: "facts", content: <Facts {...props} />, priority: 5, atEnd: true },
      { key: "view", content: <ViewPicker {...props} />, priority: 1, atEnd: true },
      { key: "add", content: <AddMenu {...props} />, atEnd: true },
    ];
    return <Toolbar label={t("ui.list.tools", { list: t("devices.list.label") })} items={items} />;
  }
  return (
    <>
      <div className={styles.toolbar}>
        {search}
        <Popover
          label={t("devices.list.filters")}
          align="end"
          trigger={(trigger) => (
            <IconButton edge icon={SlidersHorizontal} label={t("devices.list.filters")} {...trigger} />
          )}
        >
          <div className={styles.filterPanel}>
            {chosen.map(({ key, content }) => (
              <Fragment key={key}>{content}</Fragment>
            ))}
            <GroupBy {...props} />
          </div>
        </Popover>
        <AddMenu {...props} />
      </div>
      <Facts {...props} />
    </>
  );
}

/** The later ones of the line leave it first. */
function useFilters({ rows, names, filters, onFilter }: ToolbarProps): ToolbarItem[] {
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

/** How many, how many online, how much comes in: painted like the rows, beside React. */
function Facts({ rows, board }: Pick<ToolbarProps, "rows" | "board">) {
  const t = useText();
  const online = useRef<HTMLElement>(null);
  const rate = useRef<HTMLElement>(null);
  useEffect(
    () =>
      board.watchTotals(() => {
        if (online.current) online.current.textContent = formatNumber(board.online);
        if (rate.current) rate.current.textContent = formatNumber(Math.max(0, Math.round(board.framesPerSecond)));
      }),
    [board],
  );
  return (
    <div className={styles.facts}>
      <Fact word={t("devices.list.count")}>
        <strong>{formatNumber(rows.length)}</strong>
      </Fact>
      <span className={styles.onlineFact}>
        <strong ref={online} /> {t("devices.list.onlineCount")}
      </span>
      <Fact word={t("devices.list.rateTotal")}>
        <strong ref={rate} />
      </Fact>
    </div>
  );
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <span>
      {children} {word}
    </span>
  );
}

function GroupBy({ filters, onFilter }: Pick<ToolbarProps, "filters" | "onFilter">) {
  const t = useText();
  return (
    <Select
      className={styles.filter}
      aria-label={t("devices.list.by")}
      options={[
        { value: "", label: t("devices.list.byNothing") },
        { value: "label", label: t("devices.list.byLabel") },
        { value: "type", label: t("devices.list.byType") },
        { value: "group", label: t("devices.list.byGroup") },
      ]}
      value={filters.by ?? ""}
      onChange={(value) => onFilter("by", value)}
    />
  );
}

function ViewPicker(props: ToolbarProps) {
  const { choice, onChoice } = props;
  const t = useText();
  return (
    <Popover
      label={t("devices.list.view")}
      align="end"
      trigger={(trigger) => (
        <Button icon={Columns3} {...trigger}>
          {t("devices.list.view")}
        </Button>
      )}
    >
      <div className={uiStyles.columns}>
        <GroupBy {...props} />
        <hr />
        {LIST_COLUMNS.map((column) => (
          <Checkbox
            key={column.key}
            checked={isShown(column, choice)}
            disabled={column.always}
            onChange={(shown) => onChoice(chooseColumn(choice, column, shown))}
          >
            {t(column.title, column.values)}
          </Checkbox>
        ))}
        <hr />
        <Button kind="link" onClick={() => onChoice({})}>
          {t("ui.list.columnsReset")}
        </Button>
      </div>
    </Popover>
  );
}

function AddMenu({ addItems }: Pick<ToolbarProps, "addItems">) {
  const t = useText();
  const narrow = useNarrow();
  return (
    <Menu
      label={t("devices.act.add")}
      items={addItems}
      trigger={(trigger) => (
        <Button kind="main" icon={Plus} {...trigger} aria-label={t("devices.act.add")}>
          {narrow ? null : t("devices.act.add")}
        </Button>
      )}
    />
  );
}
