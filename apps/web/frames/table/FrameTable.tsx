import { ArrowDown, RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../../ui/Button.tsx";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import { keptColumns } from "../../ui/list/list-kept.ts";
import { ErrorCode } from "../../ui/marks/ErrorCode.tsx";
import type { FoundMessage, FrameDecoders } from "../rows/frame-decoders.ts";
import { type ClockDetail, RowClock } from "../rows/row-clock.ts";
import type { SamplesOf } from "../rows/row-panels.ts";
import type { PanelWays } from "../rows/signal-panel.ts";
import { useRowWords } from "../rows/use-row-words.ts";
import type { FrameSource } from "../sources/frame-source.ts";
import { TableFoot } from "./TableFoot.tsx";
import styles from "./table.module.css";
import { type TableKind, tableColumns } from "./table-columns.ts";
import type { ReadFrame, TableFrame } from "./table-frame.ts";
import { rowHeight } from "./table-layout.ts";
import { NOTHING_TOLD } from "./table-report.ts";
import { TableView } from "./table-view.ts";
import { useShownRows } from "./ViewMenu.tsx";

export interface FrameTableProps {
  /** Storage key of the chosen columns and rows per page. */
  list: string;
  label: string;
  source: FrameSource;
  view?: TableKind;
  /** Titles of the chosen signals, where a row has a value for each. */
  cells?: readonly string[];
  /** What the tints of the cells mean. */
  legend?: ReactNode;
  decoders: FrameDecoders;
  clock: ClockDetail;
  devices?: readonly string[];
  /** The row at this time is marked. */
  markUs?: number | null;
  ways?: PanelWays;
  /** The shown rows are no longer live. */
  stale?: boolean;
  chosen?: (found: FoundMessage) => ReadonlySet<string> | undefined;
  samplesOf?: SamplesOf;
  onGoTo?: () => void;
  nextOf?: (frame: TableFrame) => Promise<ReadFrame | undefined>;
  /** The bar for the selected rows; absent: rows cannot be selected. */
  bar?: (frames: readonly TableFrame[], clear: () => void) => ReactNode;
  /** Shown when there are no rows. */
  empty?: ReactNode;
}

const NO_NAMES: readonly string[] = [];
const NO_WAYS: PanelWays = {};
const ALL_SIGNALS = () => undefined;
const NONE: readonly TableFrame[] = [];

/** React renders the surroundings; `TableView` draws the rows, once per animation frame. */
export function FrameTable(props: FrameTableProps) {
  const { list, source, stale = false, view = "all", bar, empty } = props;
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<TableView>(undefined);
  const [state, setState] = useState(NOTHING_TOLD);
  const [chosen, setChosen] = useState(NONE);
  const setting = useSetting(props);
  const first = useEffectEvent(() => setting);
  const { rows } = useShownRows(list);
  useTableKeys(props);

  useEffect(() => {
    if (!host.current) return;
    const drawn = new TableView(host.current, source, first());
    drawing.current = drawn;
    drawn.report.onState = setState;
    drawn.selection.onChange = setChosen;
    setChosen(NONE);
    setState(NOTHING_TOLD);
    let frame = requestAnimationFrame(function step(nowMs) {
      drawn.draw(nowMs);
      frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      drawn.destroy();
    };
  }, [source]);
  useEffect(() => drawing.current?.update(setting), [setting]);

  const trouble = state.failure && troubleOf(state.failure.error);
  const height = rows === null ? undefined : { flex: "none", height: rows * rowHeight(PLAIN, 0) + HEAD_PX };
  return (
    <div className={styles.card} data-stale={stale} data-testid="frame-table">
      <div className={styles.host} style={height}>
        <div ref={host} className={styles.host} />
        {state.isEmpty && !trouble && <div className={styles.waiting}>{empty}</div>}
        {trouble && (
          <div className={styles.overlay} data-side={state.failure?.side}>
            <div className={styles.failure} role="alert">
              <span>
                {t("frames.table.failed")} {trouble.text} <ErrorCode code={trouble.code} />
              </span>
              <Button icon={RotateCw} onClick={() => source.retry()}>
                {t("ui.action.retry")}
              </Button>
            </div>
          </div>
        )}
        {source.isLive && view === "all" && !state.isFollowing && (
          <div className={styles.overlay}>
            <Button icon={ArrowDown} onClick={() => drawing.current?.follow()}>
              {t("frames.table.toLive")}
            </Button>
          </div>
        )}
      </div>
      {chosen.length > 0 &&
        bar?.(chosen, () => {
          drawing.current?.selection.clear();
          drawing.current?.refresh();
        })}
      <TableFoot
        list={list}
        state={state}
        view={view}
        legend={props.legend}
        canGoTo={props.onGoTo !== undefined}
        onPage={(by) => drawing.current?.pageBy(by)}
      />
    </div>
  );
}

/** `TableKeys` listens itself, where the table has the focus. */
function useTableKeys({ label, view = "all", onGoTo }: FrameTableProps): void {
  const t = useText();
  const isLines = view === "ids";
  usePageKeys(label, [
    { keys: [["↑"], ["↓"]], text: t("frames.table.keyRow") },
    { keys: [["Enter"]], text: t("frames.table.keyOpen") },
    ...(isLines ? [] : [{ keys: [["Space"]], text: t("frames.table.tickRow") }]),
    { keys: [["Home"], ["End"]], text: t("frames.table.keyEnds") },
    ...(onGoTo ? [{ keys: [["G"]], text: t("frames.table.keyGoTo") }] : []),
    ...(isLines ? [] : [{ keys: [["N"]], text: t("frames.table.keyNext") }]),
  ]);
}

const HEAD_PX = 32;
const PLAIN = { narrow: false, bytesPerLine: 8, signalColumns: 3, cells: 0, hasBytes: true };

function useSetting(props: FrameTableProps) {
  const { list, label, view = "all", decoders, clock, devices = NO_NAMES, markUs = null, ways = NO_WAYS } = props;
  const { chosen = ALL_SIGNALS, samplesOf, bar, cells = NO_NAMES } = props;
  const t = useText();
  const words = useRowWords(decoders);
  const choice = useStore(keptColumns(list));
  const hasTicks = bar !== undefined;
  const goTo = useEffectEvent(() => props.onGoTo?.());
  const next = useEffectEvent(async (frame: TableFrame) => props.nextOf?.(frame));
  const hasGoTo = props.onGoTo !== undefined;
  return useMemo(
    () => ({
      label,
      columns: tableColumns({ view, hasDevices: devices.length > 0, hasTicks }),
      choice,
      cells,
      pen: {
        words,
        clock: new RowClock(clock),
        decoders,
        chosen,
        deviceName: (device: number) => devices[device] ?? "",
      },
      ways,
      title: ({ title }: { title: Parameters<typeof t>[0] }) => t(title),
      markUs,
      reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
      samplesOf,
      onGoTo: hasGoTo ? goTo : undefined,
      nextOf: next,
    }),
    [
      label,
      view,
      devices,
      hasTicks,
      choice,
      cells,
      words,
      clock,
      decoders,
      chosen,
      ways,
      t,
      markUs,
      samplesOf,
      hasGoTo,
    ],
  );
}
