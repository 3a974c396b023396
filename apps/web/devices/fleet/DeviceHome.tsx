import "./list-texts.ts";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { createThing } from "@canopy/contract/devices/things";
import { SearchX } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { type ListState, withFilter, withSort } from "../../ui/list/list-address.ts";
import { keptColumns } from "../../ui/list/list-kept.ts";
import { allOf } from "../../ui/list/row-selection.ts";
import { useSearchKey } from "../../ui/list/use-search-key.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { arrangeDevices, type DeviceItem, dependsOnLive, LIST_FILTERS } from "../board/arrange-devices.ts";
import type { LiveSource, StatusBoard } from "../board/status-board.ts";
import { useOrderVersion } from "../board/use-live-board.ts";
import type { Overview } from "../details/overview-query.ts";
import type { DeviceAlarms } from "./AlarmMark.tsx";
import type { OpenDialog } from "./DeviceDialogs.tsx";
import { DeviceList } from "./DeviceList.tsx";
import { useNames } from "./device-filters.tsx";
import { type AddAction, addItems, type RowAction, rowItems, upgradeDenied } from "./device-menu.ts";
import styles from "./home.module.css";
import { ListToolbar } from "./ListToolbar.tsx";
import type { ListActions } from "./list-actions.ts";
import { shownColumns } from "./list-columns.ts";
import { type BulkAction, SelectionBar } from "./SelectionBar.tsx";
import { useDeviceChanges } from "./use-device-changes.ts";

/** Opened by a click: not part of the script that the list waits for. */
const DeviceDialogs = lazyPage(() => import("./DeviceDialogs.tsx"), "DeviceDialogs");

export interface DeviceHomeProps {
  overview: Overview;
  board: StatusBoard;
  source: LiveSource;
  state: ListState;
  onState(state: ListState): void;
  addressOf(thingsId: string): string;
  /** To the page of a device, or to one of its tabs. */
  onOpen(thingsId: string, tab?: "live" | "configure"): void;
  onUpgrade(thingsIds: readonly string[]): void;
  onGuide(way: "agent" | "simulated"): void;
  /** Open alarms by device, and the way to them. */
  alarms: ReadonlyMap<string, DeviceAlarms>;
  alarmsAddressOf(thingsId: string): string;
  onAlarms(thingsId: string): void;
  /** The same devices in another way, such as on the map. */
  views: ReactNode;
}

const BULK_DELETE_MAX = 500;
/** They go along in the address; a group takes more. */
const UPGRADE_MAX = 100;
const NOBODY: ReadonlySet<string> = new Set();

/** DEV-01: all devices with their live values, in one list without pages. */
export function DeviceHome(props: DeviceHomeProps) {
  const { overview, board, source, state, onState } = props;
  const t = useText();
  const narrow = useNarrow();
  const changes = useDeviceChanges();
  const page = useRef<HTMLDivElement>(null);
  useSearchKey(page, true);
  const columnStore = keptColumns("devices.list");
  const choice = useStore(columnStore);
  const columns = useMemo(() => shownColumns(choice), [choice]);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(NOBODY);
  const names = useNames();
  const { filters, sort } = state;
  const version = useOrderVersion(board, dependsOnLive(filters, sort));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is live
  const items = useMemo(
    () => arrangeDevices(overview.rows, { filters, sort, names, stateOf: (id) => board.get(id) }),
    [overview.rows, filters, sort, names, board, version],
  );
  const shown = useMemo(() => uniqueRows(items.filter((item) => item.kind === "device")), [items]);
  const chosen = useMemo(() => shown.filter(({ id }) => selected.has(id)), [shown, selected]);

  const onRow = (row: OverviewRow, action: RowAction) => {
    if (action === "live" || action === "configure") props.onOpen(row.id, action);
    else if (action === "upgrade") props.onUpgrade([row.id]);
    else if (action === "select") select(row.id, !selected.has(row.id));
    else setDialog({ kind: action, rows: [row] });
  };
  const onAdd = (action: AddAction) => {
    if (action === "agent" || action === "simulated") props.onGuide(action);
    else if (action === "export") void changes.exportRows(shown);
    else setDialog({ kind: action, rows: [] });
  };
  const onBulk = (action: BulkAction) => {
    if (action === "favourite" || action === "unfavourite") changes.favourite(chosen, action === "favourite");
    else if (action === "export") void changes.exportRows(chosen);
    else if (action === "upgrade") props.onUpgrade(idsOf(chosen));
    else setDialog({ kind: action, rows: chosen });
  };
  const select = useCallback((id: string, on: boolean) => {
    setSelected((old) => {
      const next = new Set(old);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const actions = useStableActions({
    addressOf: (row) => props.addressOf(row.id),
    open: (row) => props.onOpen(row.id),
    alarmsOf: ({ id }) => ({ address: props.alarmsAddressOf(id), open: () => props.onAlarms(id) }),
    favourite: (row) => changes.favourite([row], !row.favourite),
    select,
    menu: (row) =>
      rowItems(row, t, { selected: selected.has(row.id), withSelect: narrow }, (action) => onRow(row, action)),
  });
  const readOnly = chosen.some(({ level }) => level !== "write") ? t("devices.act.readOnlySome") : undefined;
  const tooManyUpgrades =
    chosen.length > UPGRADE_MAX ? t("devices.act.upgradeMany", { limit: UPGRADE_MAX }) : undefined;
  const tooMany = chosen.length > BULK_DELETE_MAX ? t("devices.delete.tooMany", { limit: BULK_DELETE_MAX }) : undefined;

  return (
    <div ref={page} className={styles.page}>
      <h1 className="unseen">{t("devices.list.label")}</h1>
      <ListToolbar
        rows={overview.rows}
        names={names}
        filters={filters}
        onFilter={(key, value) => {
          setSelected(NOBODY);
          onState(withFilter(state, key, value));
        }}
        choice={choice}
        onChoice={columnStore.set}
        board={board}
        views={props.views}
        addItems={addItems(t, mayCall(createThing), onAdd)}
      />
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          denied={readOnly}
          deniedDelete={tooMany}
          deniedUpgrade={upgradeDenied() ?? tooManyUpgrades}
          onAction={onBulk}
          onClear={() => setSelected(NOBODY)}
        />
      )}
      {items.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t("ui.list.emptyFiltered")}
          actions={<Button onClick={() => onState({ ...state, filters: {} })}>{t("ui.list.resetFilters")}</Button>}
        />
      ) : (
        <DeviceList
          items={items}
          columns={columns}
          sort={sort}
          onSort={(next) => onState(withSort(state, next))}
          selected={selected}
          allSelected={selected.size === 0 ? false : allOf(idsOf(shown), selected)}
          onSelectAll={(on) => setSelected(on ? new Set(idsOf(shown)) : NOBODY)}
          board={board}
          source={source}
          labels={names.labels}
          alarms={props.alarms}
          actions={actions}
        />
      )}
      <p className={styles.foot} role="status">
        {footOf(shown.length)}
      </p>
      {dialog && (
        <LazyPart onFailed={() => setDialog(undefined)}>
          <DeviceDialogs
            dialog={dialog}
            rows={overview.rows}
            labels={names.labels}
            changes={changes}
            onDialog={setDialog}
            onSaved={(name, kind) => {
              const text = kind === "add" ? "devices.form.added" : "devices.form.saved";
              addNote({ tone: "done", text: t(text, { name }) });
            }}
            onDeleted={(ids) => {
              changes.removed(ids);
              setSelected((old) => new Set([...old].filter((id) => !ids.has(id))));
            }}
          />
        </LazyPart>
      )}
    </div>
  );

  function footOf(count: number): string {
    if (!overview.isWhole) return t("devices.list.loadingMore");
    const total = overview.rows.length;
    const words =
      count === total
        ? t("devices.list.shownAll", { count: formatNumber(total) })
        : t("devices.list.shownSome", { count: formatNumber(count), total: formatNumber(total) });
    return sort ? words : `${words} · ${t("devices.list.orderFavourites")}`;
  }
}

/** The filters that the address may name. */
export const HOME_FILTERS: readonly string[] = LIST_FILTERS;

function idsOf(rows: readonly OverviewRow[]): string[] {
  return rows.map(({ id }) => id);
}

/** A device under two headings is one device. */
function uniqueRows(items: readonly DeviceItem[]): OverviewRow[] {
  return [...new Map(items.map(({ row }) => [row.id, row])).values()];
}

/** One object for the life of the list that always does the newest thing: rows need not be drawn again for it. */
function useStableActions(newest: ListActions): ListActions {
  const [held] = useState(() => {
    const box = { newest };
    const actions: ListActions = {
      addressOf: (row) => box.newest.addressOf(row),
      open: (row) => box.newest.open(row),
      alarmsOf: (row) => box.newest.alarmsOf(row),
      favourite: (row) => box.newest.favourite(row),
      select: (id, on) => box.newest.select(id, on),
      menu: (row) => box.newest.menu(row),
    };
    return { box, actions };
  });
  held.box.newest = newest;
  return held.actions;
}
