import type { OverviewRow } from "@canopy/contract/devices/overview";
import { Star } from "lucide-react";
import { memo, type RefObject, useLayoutEffect, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import controls from "../../ui/form/controls.module.css";
import { RowMenu } from "../../ui/list/RowMenu.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { paintDevice } from "../board/paint-device.ts";
import type { StatusBoard } from "../board/status-board.ts";
import { AlarmMark, type DeviceAlarms } from "./AlarmMark.tsx";
import { ChannelCell } from "./ChannelCell.tsx";
import { DeviceLink, LabelChips, LiveDotOfRow, SdCell, shortId } from "./DeviceName.tsx";
import type { ListActions } from "./list-actions.ts";
import type { ListColumn } from "./list-columns.ts";
import styles from "./row.module.css";
import table from "./table.module.css";

export interface DeviceRowProps {
  row: OverviewRow;
  selected: boolean;
  board: StatusBoard;
  labels: ReadonlyMap<string, string>;
  /** Undefined: none is open. */
  alarms: DeviceAlarms | undefined;
  actions: ListActions;
}

/** The live values of a row or card, painted beside React while it is on the screen. */
export function useLivePaint<E extends HTMLElement>(row: OverviewRow, board: StatusBoard, drawn: unknown) {
  const t = useText();
  const root = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are other elements to paint
  useLayoutEffect(() => {
    if (!root.current) return;
    return paintDevice(root.current, row, board, t);
  }, [row, board, t, drawn]);
  return root;
}

/**
 * The element is reused for another device: a key pressed next must not reach that one. Not in the effect's clean-up:
 * React restores the focus after it changed the document.
 */
function useFocusLeft(root: RefObject<HTMLElement | null>, id: string): void {
  const drawn = useRef(id);
  useLayoutEffect(() => {
    if (drawn.current === id) return;
    drawn.current = id;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && root.current?.contains(activeElement)) activeElement.blur();
  }, [root, id]);
}

interface WideRowProps extends DeviceRowProps {
  columns: readonly ListColumn[];
  top: number;
  /** From 2, the header being 1. */
  index: number;
}

// Created once for all rows: React skips equal elements.
const STAR = <Icon of={Star} size={16} />;

export const DeviceRow = memo(function DeviceRow(props: WideRowProps) {
  const { row, selected, board, labels, alarms, actions, columns, top, index } = props;
  const t = useText();
  const root = useLivePaint<HTMLTableRowElement>(row, board, columns);
  useFocusLeft(root, row.id);
  return (
    <tr
      ref={root}
      aria-rowindex={index}
      data-selected={selected}
      className={table.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td>
        <input
          type="checkbox"
          className={`${controls.tickBox} ${table.tick}`}
          aria-label={t("ui.list.selectRow", { name: row.name })}
          checked={selected}
          onChange={(event) => actions.select(row.id, event.target.checked)}
        />
      </td>
      <td>
        <button
          type="button"
          className={styles.star}
          aria-pressed={row.favourite}
          aria-label={t("devices.list.favourite", { name: row.name })}
          onClick={() => actions.favourite(row)}
        >
          {STAR}
        </button>
      </td>
      {columns.map((column) => (
        <td key={column.key} className={column.end ? table.end : undefined}>
          <Cell
            column={column}
            row={row}
            labels={labels}
            alarms={alarms}
            actions={actions}
            isFirst={column.channel === 0}
          />
        </td>
      ))}
      <td>
        <RowMenu
          of={row.id}
          className={styles.menu}
          label={t("devices.list.menu", { name: row.name })}
          items={() => actions.menu(row)}
        />
      </td>
    </tr>
  );
});

interface CellProps {
  column: ListColumn;
  row: OverviewRow;
  labels: ReadonlyMap<string, string>;
  alarms: DeviceAlarms | undefined;
  actions: ListActions;
  isFirst: boolean;
}

function Cell({ column, row, labels, alarms, actions, isFirst }: CellProps) {
  const t = useText();
  const { channel } = column;
  if (channel !== undefined) {
    return <ChannelCell channel={channel} enabled={row.channel_enable[channel]} isFirst={isFirst} />;
  }
  switch (column.key) {
    case "name":
      return (
        <span className={styles.device}>
          <LiveDotOfRow />
          <span className={styles.names}>
            <DeviceLink row={row} actions={actions} />
            <span className={styles.id} title={row.third_things_id}>
              {shortId(row.third_things_id)}
            </span>
          </span>
          <AlarmMark row={row} alarms={alarms} actions={actions} />
        </span>
      );
    case "type":
      return (
        <span className={styles.names}>
          <span className={styles.cut}>{row.info_model_name ?? "—"}</span>
          <span className={styles.class}>{t(`devices.form.${row.class}`)}</span>
        </span>
      );
    case "labels":
      return <LabelChips row={row} names={labels} />;
    case "sd":
      return <SdCell row={row} />;
    case "firmware":
      return <span>{row.firmware_version ?? "—"}</span>;
    default:
      return <time data-live="seen" className={styles.seen} />;
  }
}
