import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import controls from "../../ui/form/controls.module.css";
import type { ListSort } from "../../ui/list/list-address.ts";
import { SortButton } from "../../ui/list/SortButton.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import type { ListItem } from "../board/arrange-devices.ts";
import { useSlots } from "../board/row-slots.ts";
import type { LiveSource, StatusBoard } from "../board/status-board.ts";
import type { DeviceAlarms } from "./AlarmMark.tsx";
import { DeviceRow } from "./DeviceRow.tsx";
import type { ListActions } from "./list-actions.ts";
import { gridTemplate, type ListColumn, leastWidth } from "./list-columns.ts";
import { NarrowRow } from "./NarrowRow.tsx";
import styles from "./table.module.css";

export interface DeviceListProps {
  items: readonly ListItem[];
  columns: readonly ListColumn[];
  sort: ListSort | null;
  onSort(sort: ListSort | null): void;
  selected: ReadonlySet<string>;
  /** Of the shown devices; `some` where not all are. */
  allSelected: boolean | "some";
  onSelectAll(on: boolean): void;
  board: StatusBoard;
  source: LiveSource;
  labels: ReadonlyMap<string, string>;
  alarms: ReadonlyMap<string, DeviceAlarms>;
  actions: ListActions;
}

const ROW_PX = 48;
const GROUP_PX = 34;
const HEAD_PX = 32;
const CARD_PX = 116;
const OVERSCAN = 4;

/** One list without pages: only the rows on screen exist in the document. */
export function DeviceList(props: DeviceListProps) {
  return useNarrow() ? <CardList {...props} /> : <WideList {...props} />;
}

function WideList(props: DeviceListProps) {
  const { items, columns, selected, board, labels, actions } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useScrollKept(box);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (items[index]?.kind === "head" ? GROUP_PX : ROW_PX),
    getItemKey: (index) => items[index]?.key ?? index,
    scrollMargin: HEAD_PX,
    overscan: OVERSCAN,
  });
  // Sizes are known, so a change of what stands where need not wait for a measurement.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items have other sizes
  useLayoutEffect(() => rows.measure(), [items]);
  useLiveMark(box, props.source);
  const seen = new Map(rows.getVirtualItems().map((item) => [String(item.key), item]));
  const slots = useSlots([...seen.keys()], rows.isScrolling);
  const style: CSSProperties & { "--columns": string } = {
    "--columns": gridTemplate(columns),
    minWidth: leastWidth(columns),
  };
  return (
    <section ref={box} className={styles.scroller} aria-label={t("devices.list.label")}>
      <table
        aria-label={t("devices.list.label")}
        aria-rowcount={items.length + 1}
        className={styles.table}
        style={style}
      >
        <ListHead {...props} />
        <tbody className={styles.body} style={{ height: rows.getTotalSize() }}>
          {[...slots].map(([key, slot]) => {
            const { index = 0, start = 0 } = seen.get(key) ?? {};
            const item = items[index];
            const place = { top: start - HEAD_PX, index: index + 2 };
            if (!item) return null;
            if (item.kind === "head") return <GroupHead key={slot} item={item} {...place} />;
            const { row } = item;
            const common = { row, board, labels, actions, columns, alarms: props.alarms.get(row.id) };
            return <DeviceRow key={slot} {...common} {...place} selected={selected.has(row.id)} />;
          })}
        </tbody>
      </table>
    </section>
  );
}

function CardList(props: DeviceListProps) {
  const { items, selected, board, labels, actions } = props;
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useScrollKept(box);
  const cards = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (items[index]?.kind === "head" ? GROUP_PX : CARD_PX),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  useLiveMark(box, props.source);
  return (
    <section ref={box} className={styles.cards} aria-label={t("devices.list.label")}>
      <div className={styles.body} style={{ height: cards.getTotalSize() }}>
        {cards.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <div
              key={item.key}
              ref={cards.measureElement}
              data-index={index}
              className={styles.cardPlace}
              style={{ transform: `translateY(${start}px)` }}
            >
              {item.kind === "head" ? (
                <GroupTitle item={item} />
              ) : (
                <NarrowRow
                  row={item.row}
                  selected={selected.has(item.row.id)}
                  board={board}
                  labels={labels}
                  alarms={props.alarms.get(item.row.id)}
                  actions={actions}
                />
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

type HeadItem = Extract<ListItem, { kind: "head" }>;

function GroupHead({ item, top, index }: { item: HeadItem; top: number; index: number }) {
  return (
    <tr aria-rowindex={index} className={styles.groupHead} style={{ transform: `translateY(${top}px)` }}>
      <th scope="rowgroup">
        <GroupTitle item={item} />
      </th>
    </tr>
  );
}

function GroupTitle({ item }: { item: HeadItem }) {
  const t = useText();
  return (
    <>
      {item.title ?? t("devices.list.ungrouped")} <span>{formatNumber(item.count)}</span>
    </>
  );
}

function ListHead({ columns, sort, onSort, allSelected, onSelectAll }: DeviceListProps) {
  const t = useText();
  return (
    <thead>
      <tr aria-rowindex={1} className={styles.head}>
        <th scope="col">
          <input
            type="checkbox"
            className={`${controls.tickBox} ${styles.tick}`}
            aria-label={t("devices.list.selectAll")}
            checked={allSelected === true}
            ref={(input) => {
              if (input) input.indeterminate = allSelected === "some";
            }}
            onChange={(event) => onSelectAll(event.target.checked)}
          />
        </th>
        <th scope="col">
          <span className="unseen">{t("devices.list.favourites")}</span>
        </th>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            aria-sort={sortOf(column, sort)}
            className={column.end ? styles.end : undefined}
          >
            <ColumnTitle column={column} sort={sort} onSort={onSort} />
          </th>
        ))}
        <th scope="col">
          <span className="unseen">{t("ui.action.more")}</span>
        </th>
      </tr>
    </thead>
  );
}

function sortOf({ key, channel }: ListColumn, sort: ListSort | null): "ascending" | "descending" | undefined {
  const keys = channel === undefined ? [key] : [`load${channel}`, `rate${channel}`];
  if (!sort || !keys.includes(sort.key)) return undefined;
  return sort.descending ? "descending" : "ascending";
}

type SortProps = Pick<DeviceListProps, "sort" | "onSort">;

function ColumnTitle({ column, ...sorting }: SortProps & { column: ListColumn }) {
  const t = useText();
  const title = t(column.title, column.values);
  const { channel } = column;
  if (channel !== undefined) {
    return (
      <span className={styles.channelHead}>
        <SortButton {...sorting} sortKey={`load${channel}`} title={t("devices.list.channelLoad", { n: channel + 1 })} />
        <span>{t("devices.list.minute")}</span>
        <SortButton {...sorting} sortKey={`rate${channel}`} title={t("devices.list.rate")} />
      </span>
    );
  }
  return column.sortable ? <SortButton {...sorting} sortKey={column.key} title={title} /> : title;
}

/**
 * NAV-06: not every browser remembers how far a hidden box was scrolled. Before the virtual list hears of it: reading the
 * place after that has changed the rows would make the browser lay them out twice.
 */
function useScrollKept(box: RefObject<HTMLElement | null>): void {
  const top = useRef(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTop = top.current;
    const keep = () => {
      top.current = element.scrollTop;
    };
    element.addEventListener("scroll", keep, { passive: true });
    return () => element.removeEventListener("scroll", keep);
  }, [box]);
}

/** Values that are no longer live turn grey. */
function useLiveMark(box: RefObject<HTMLElement | null>, source: LiveSource): void {
  useEffect(() => {
    const mark = () => {
      if (box.current) box.current.dataset.live = source.isLive() ? "1" : "0";
    };
    mark();
    return source.onState(mark);
  }, [box, source]);
}
