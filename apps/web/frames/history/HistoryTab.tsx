import type { FrameFilters } from "@canopy/contract/frames/frame-filters";
import { COUNT_WARNING } from "@canopy/contract/frames/history";
import { RotateCw, SquareCheckBig } from "lucide-react";
import { type ReactNode, use, useCallback, useMemo, useRef, useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { lengthOf, MINUTE_MS } from "../../ui/time/timeline.ts";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { Toolbar, type ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import { DbcChoice, namesOf } from "../filter/DbcChoice.tsx";
import { filterItems } from "../filter/filter-items.tsx";
import { chosenSignals } from "../points/chosen-signals.ts";
import { useDataPoints } from "../points/data-point-queries.ts";
import { PointDialog } from "../points/PointDialog.tsx";
import { QuarantineNotice } from "../quarantine/QuarantineNotice.tsx";
import { clockDetail } from "../rows/row-clock.ts";
import { useFrameDecoders } from "../rows/use-frame-decoders.ts";
import { SendingPane } from "../send/SendingPane.tsx";
import { useSendDraft } from "../send/use-send-draft.ts";
import { FrameTable } from "../table/FrameTable.tsx";
import { FrameWaysContext } from "../table/frame-ways.ts";
import { SelectionBar } from "../table/SelectionBar.tsx";
import { spanOf, type TableFrame } from "../table/table-frame.ts";
import { ViewMenu } from "../table/ViewMenu.tsx";
import { GoTo } from "./GoTo.tsx";
import { goToTime } from "./go-to-time.ts";
import styles from "./history.module.css";
import { framesAround, historyReader, nextOfId } from "./history-reader.ts";
import { addressOfHistory, frameFiltersOf, isFiltered, NO_FILTER } from "./history-search.ts";
import "./history-texts.ts";
import "../points/choice-texts.ts";
import { useFrameSearch } from "./use-frame-search.ts";
import { useStoredSource } from "./use-stored-source.ts";

const LIST = "frames.history";
const NO_TOOLS = () => [];

/** What the table shows: where, and narrowed by what. */
export interface HistoryShown {
  readonly fromMs: number;
  readonly toMs: number;
  readonly filters: FrameFilters;
}

interface HistoryTabProps extends DeviceTabProps {
  /** Parts of the page that do more with what is shown; none where nothing can be found. */
  tools?: ((shown: HistoryShown) => readonly ToolbarItem[]) | undefined;
  /** Beside the choice to narrow, when there is too much to look through. */
  orElse?: ((shown: HistoryShown) => ReactNode) | undefined;
  onExport?: ((shown: HistoryShown) => void) | undefined;
}

/** DAT-02: stored frames in one long list. Filters and moment are in the address. */
export function HistoryTab(props: HistoryTabProps) {
  const { device, timeline, search: address, onSearch, tools = NO_TOOLS, orElse, onExport } = props;
  const t = useText();
  const ways = use(FrameWaysContext);
  const decoders = useFrameDecoders(device.id);
  const { points, choose } = useDataPoints(device.id);
  const [isChoosing, setChoosing] = useState(false);
  const { range, refresh } = useSteadyRange(timeline);
  const search = useFrameSearch(address);
  const filters = useMemo(() => frameFiltersOf(search, decoders.dbcs), [search, decoders]);
  const atMs = timeline.cursorMs;
  const asked = JSON.stringify(filters ?? null);
  const reader = useMemo(
    () => historyReader({ thingsId: device.id, ...range, filters: JSON.parse(asked) ?? undefined }),
    [device.id, range, asked],
  );
  const { source, total, renew } = useStoredSource({
    thingsId: device.id,
    range,
    reader,
    atMs,
    isLive: timeline.live,
  });
  const goTo = useRef<{ open(): void }>(null);
  const sending = useSendDraft(onSearch);
  const shown = filters && { ...range, filters };
  const samplesOf = useCallback(
    (frame: TableFrame, signal: AbortSignal) => framesAround(device.id, frame, signal),
    [device.id],
  );
  const chosen = useMemo(() => chosenSignals(points), [points]);
  const { sendAgain } = sending;
  const panelWays = useMemo(
    () => ({ onSendAgain: (frame: TableFrame) => sendAgain([frame]), onCurve: ways.toCurve, onBind: ways.toBindings }),
    [sendAgain, ways],
  );

  const pointsButton = (
    <IconButton
      icon={SquareCheckBig}
      edge
      label={t("frames.points.button", { count: points.length })}
      onClick={() => setChoosing(true)}
    />
  );
  const refreshButton = (
    <IconButton
      icon={RotateCw}
      edge
      label={t("frames.history.refresh")}
      onClick={() => {
        refresh();
        renew();
      }}
    />
  );
  return (
    <div className={styles.history}>
      <Toolbar
        label={t("frames.history.tools")}
        items={[
          ...filterItems({
            device,
            search,
            onChange: (changes) => onSearch(addressOfHistory({ ...search, ...changes })),
          }),
          { key: "goTo", content: <GoTo ref={goTo} atMs={atMs} onGo={(ms) => goToTime(timeline, range, ms)} /> },
          {
            key: "count",
            content: total !== undefined && t("frames.history.count", { count: formatNumber(total) }),
            sign: total ?? "",
            priority: 9,
            atEnd: true,
          },
          {
            key: "dbc",
            content: <DbcChoice thingsId={device.id} decoders={decoders} />,
            sign: namesOf(decoders),
            priority: 5,
            atEnd: true,
          },
          { key: "points", content: pointsButton, priority: 6, atEnd: true },
          { key: "columns", content: <ViewMenu list={LIST} />, priority: 8, atEnd: true },
          { key: "refresh", content: refreshButton, priority: 7, atEnd: true },
          ...(shown ? tools(shown) : []),
        ]}
      />
      <QuarantineNotice device={device} timeline={timeline} />
      {total !== undefined && total > COUNT_WARNING && (
        <Banner level="ordinary">
          <span>{t("frames.history.many", { count: formatNumber(total) })}</span>{" "}
          {lengthOf(range) > MINUTE_MS && (
            <Button
              kind="link"
              onClick={() => timeline.setRange({ fromMs: range.fromMs, toMs: range.fromMs + MINUTE_MS })}
            >
              {t("frames.history.narrow")}
            </Button>
          )}
          {shown && orElse?.(shown)}
        </Banner>
      )}
      <div className={styles.split}>
        <FrameTable
          list={LIST}
          label={t("frames.history.table")}
          source={source}
          decoders={decoders}
          clock={clockDetail(range.fromMs, range.toMs, Date.now())}
          markUs={atMs === null ? null : atMs * 1000}
          ways={panelWays}
          chosen={chosen}
          samplesOf={samplesOf}
          onGoTo={() => goTo.current?.open()}
          nextOf={(frame) => nextOfId(device.id, frame, range.toMs)}
          bar={(frames, clear) => (
            <SelectionBar
              frames={frames}
              decoders={decoders}
              onClear={clear}
              onCurve={ways.toCurve}
              onDbc={ways.toDbc}
              onSend={sendAgain}
              onExport={onExport && filters && ((rows) => onExport({ ...spanOf(rows), filters }))}
            />
          )}
          empty={
            <EmptyState
              title={t("frames.table.empty")}
              text={t("frames.table.emptyHint")}
              actions={
                isFiltered(search) && (
                  <Button onClick={() => onSearch(addressOfHistory(NO_FILTER))}>{t("frames.table.resetFilter")}</Button>
                )
              }
            />
          }
        />
        <SendingPane device={device} sending={sending} isOpen={address.send !== undefined} />
      </div>
      <PointDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        decoders={decoders}
        points={points}
        onChoose={choose}
      />
    </div>
  );
}
