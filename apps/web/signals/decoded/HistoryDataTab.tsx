import { type DecodedColumn, MAX_DECODED_SIGNALS } from "@canopy/contract/signals/decoded";
import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import { Download, ListPlus, RotateCw } from "lucide-react";
import { use, useCallback, useMemo, useRef, useState } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { GoTo } from "../../frames/history/GoTo.tsx";
import { goToTime } from "../../frames/history/go-to-time.ts";
import { framesAround, nextOfId } from "../../frames/history/history-reader.ts";
import { useStoredSource } from "../../frames/history/use-stored-source.ts";
import { clockDetail } from "../../frames/rows/row-clock.ts";
import { FrameTable } from "../../frames/table/FrameTable.tsx";
import { FrameWaysContext } from "../../frames/table/frame-ways.ts";
import { SelectionBar } from "../../frames/table/SelectionBar.tsx";
import { spanOf, type TableFrame } from "../../frames/table/table-frame.ts";
import { ViewMenu } from "../../frames/table/ViewMenu.tsx";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { Toolbar } from "../../ui/toolbar/Toolbar.tsx";
import { type FullResolution, fullResolution } from "../choose/frames-of-signals.ts";
import { SignalPicker } from "../choose/SignalPicker.tsx";
import { useSignalChoice } from "../choose/use-signal-choice.ts";
import { useSignalInfos } from "../choose/use-signal-infos.ts";
import styles from "./decoded.module.css";
import { decodedReader, splitSignals, titleOf } from "./decoded-reader.ts";
import { useChosenDecoders } from "./use-chosen-decoders.ts";
import "./decoded-texts.ts";

const LIST = "signals.decoded";

interface HistoryDataTabProps extends DeviceTabProps {
  /** Downloads the chosen signals over the whole range. */
  onDownload(asked: FullResolution): void;
}

/** DBC-07: the decoded values of the chosen signals, one row per frame, in the one long list of all frame tables. */
export function HistoryDataTab(props: HistoryDataTabProps) {
  const t = useText();
  const { signals, choose } = useSignalChoice(props.device.id);
  const [isChoosing, setChoosing] = useState(false);
  const button = (
    <Button icon={ListPlus} onClick={() => setChoosing(true)}>
      {t("signals.decoded.choose", { count: signals?.length ?? 0 })}
    </Button>
  );
  return (
    <div className={styles.tab}>
      <TabTools>{button}</TabTools>
      {signals === undefined && <Skeleton rows={8} columns={5} />}
      {signals?.length === 0 && (
        <EmptyState
          icon={ListPlus}
          title={t("signals.decoded.start")}
          text={t("signals.decoded.startText")}
          actions={button}
        />
      )}
      {signals !== undefined && signals.length > 0 && <DecodedList {...props} signals={signals} />}
      <SignalPicker
        device={props.device}
        open={isChoosing}
        chosen={signals ?? []}
        limit={MAX_DECODED_SIGNALS}
        onChoose={choose}
        onClose={() => setChoosing(false)}
      />
    </div>
  );
}

const NO_COLUMNS: readonly DecodedColumn[] = [];

function DecodedList(props: HistoryDataTabProps & { signals: readonly SignalReference[] }) {
  const { device, timeline, signals, onDownload } = props;
  const t = useText();
  const ways = use(FrameWaysContext);
  const { range, refresh } = useSteadyRange(timeline);
  const [columns, setColumns] = useState(NO_COLUMNS);
  const keys = useMemo(() => signals.map(formatSignal), [signals]);
  const { infos } = useSignalInfos(keys);
  const decoders = useChosenDecoders(device.id, infos);
  const split = splitSignals(infos.values());
  const atMs = timeline.cursorMs;
  const reader = useMemo(
    () =>
      decodedReader({
        thingsId: device.id,
        ...range,
        signals,
        onColumns: (found) => setColumns((known) => (isSame(known, found) ? known : found)),
      }),
    [device.id, range, signals],
  );
  const { source, total, renew } = useStoredSource({ thingsId: device.id, range, reader, atMs, isLive: timeline.live });
  const goTo = useRef<{ open(): void }>(null);
  const cells = useMemo(() => signals.map((signal, i) => titleOf(signal, columns[i])), [signals, columns]);
  const samplesOf = useCallback(
    (frame: TableFrame, signal: AbortSignal) => framesAround(device.id, frame, signal),
    [device.id],
  );
  const panelWays = useMemo(() => {
    const { toCurve } = ways;
    const onCurve = toCurve && ((frames: readonly TableFrame[]) => toCurve(frames, decoders));
    return { onCurve, onBind: ways.toBindings };
  }, [ways, decoders]);
  const download = (span: typeof range) => onDownload(fullResolution([...infos.values()], span));
  return (
    <>
      <Toolbar
        label={t("signals.decoded.tools")}
        items={[
          {
            key: "goTo",
            content: <GoTo ref={goTo} atMs={atMs} onGo={(ms) => goToTime(timeline, range, ms)} />,
          },
          {
            key: "count",
            content: total !== undefined && t("signals.decoded.rows", { count: formatNumber(total) }),
            sign: total ?? "",
            priority: 9,
            atEnd: true,
          },
          { key: "columns", content: <ViewMenu list={LIST} view="decoded" />, priority: 8, atEnd: true },
          {
            key: "refresh",
            content: (
              <IconButton
                icon={RotateCw}
                edge
                label={t("signals.decoded.refresh")}
                onClick={() => {
                  refresh();
                  renew();
                }}
              />
            ),
            priority: 7,
            atEnd: true,
          },
          {
            key: "export",
            content: total !== 0 && (
              <Button icon={Download} onClick={() => download(range)}>
                {t("signals.decoded.export")}
              </Button>
            ),
            priority: 6,
            atEnd: true,
          },
        ]}
      />
      <Gone signals={signals} columns={columns} />
      {split.length > 0 && <Banner level="tip">{t("signals.decoded.split", { signals: split.join(", ") })}</Banner>}
      <div className={styles.table}>
        <FrameTable
          list={LIST}
          label={t("signals.decoded.table")}
          view="decoded"
          cells={cells}
          legend={<span>{t("signals.decoded.rule")}</span>}
          source={source}
          decoders={decoders}
          clock={clockDetail(range.fromMs, range.toMs, Date.now())}
          markUs={atMs === null ? null : atMs * 1000}
          ways={panelWays}
          samplesOf={samplesOf}
          onGoTo={() => goTo.current?.open()}
          nextOf={(frame) => nextOfId(device.id, frame, range.toMs)}
          bar={(frames, clear) => (
            <SelectionBar
              frames={frames}
              decoders={decoders}
              onClear={clear}
              onCurve={panelWays.onCurve}
              onDbc={ways.toDbc}
              onExport={(rows) => download(spanOf(rows))}
            />
          )}
          empty={<EmptyState title={t("signals.decoded.none")} />}
        />
      </div>
    </>
  );
}

/** Every page says it again. */
const isSame = (a: readonly DecodedColumn[], b: readonly DecodedColumn[]) => JSON.stringify(a) === JSON.stringify(b);

/** The reasons for columns without a signal, above the table. */
function Gone({ signals, columns }: { signals: readonly SignalReference[]; columns: readonly DecodedColumn[] }) {
  const t = useText();
  const gone = signals.flatMap(({ signal }, i) => {
    const column = columns[i];
    return column?.state === "failed" ? [t("signals.decoded.gone", { signal, why: column.message })] : [];
  });
  if (gone.length === 0) return null;
  return <Banner level="ordinary">{gone.join(" · ")}</Banner>;
}
