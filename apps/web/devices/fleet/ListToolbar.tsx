import { Columns3, Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu, type MenuItem } from "../../ui/float/Menu.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { type ColumnChoice, chooseColumn, isShown } from "../../ui/list/columns.ts";
import uiStyles from "../../ui/list/list.module.css";
import { Toolbar, type ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import type { StatusBoard } from "../board/status-board.ts";
import { DeviceFilterPopover, type DeviceFilterProps, DeviceSearch, useDeviceFilters } from "./device-filters.tsx";
import styles from "./home.module.css";
import { LIST_COLUMNS } from "./list-columns.ts";

export interface ToolbarProps extends DeviceFilterProps {
  /** The same devices in another way, such as on the map. */
  views: ReactNode;
  choice: ColumnChoice;
  onChoice(choice: ColumnChoice): void;
  board: StatusBoard;
  addItems: readonly MenuItem[];
}

export function ListToolbar(props: ToolbarProps) {
  const t = useText();
  const narrow = useNarrow();
  const search = <DeviceSearch {...props} />;
  const chosen = useDeviceFilters(props);
  if (!narrow) {
    const items: ToolbarItem[] = [
      { key: "search", content: search, minPx: 170 },
      ...chosen,
      { key: "facts", content: <Facts {...props} />, priority: 5, atEnd: true },
      { key: "views", content: props.views, atEnd: true },
      { key: "view", content: <ViewPicker {...props} />, priority: 1, atEnd: true },
      { key: "add", content: <AddMenu {...props} />, atEnd: true },
    ];
    return <Toolbar label={t("ui.list.tools", { list: t("devices.list.label") })} items={items} />;
  }
  return (
    <>
      <div className={styles.toolbar}>
        {search}
        <DeviceFilterPopover items={chosen}>
          <GroupBy {...props} />
        </DeviceFilterPopover>
        <AddMenu {...props} />
      </div>
      <div className={styles.factLine}>
        <Facts {...props} />
        {props.views}
      </div>
    </>
  );
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
        const perSecond = board.isTold ? Math.max(0, Math.round(board.framesPerSecond)) : null;
        if (rate.current) rate.current.textContent = formatNumber(perSecond);
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
