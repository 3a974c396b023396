import type { FrameFilters } from "@canopy/contract/frames/frame-filters";
import { EMPTY_FRAME_FORM, formOfSentFrame } from "@canopy/contract/frames/frame-form";
import { COUNT_WARNING } from "@canopy/contract/frames/history";
import { ClipboardCopy, Columns3, RotateCw, Send } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { usePageSize } from "../../ui/list/use-page-size.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { DbcChoice } from "../filter/DbcChoice.tsx";
import { deviceDbc } from "../filter/device-dbc.ts";
import styles from "../frames.module.css";
import { useDataPoints } from "../points/data-point-queries.ts";
import { PointDialog } from "../points/PointDialog.tsx";
import { QuarantineNotice } from "../quarantine/QuarantineNotice.tsx";
import { SendPane } from "../send/SendPane.tsx";
import { HistoryFilters } from "./HistoryFilters.tsx";
import { historyColumns } from "./history-columns.tsx";
import { candumpText, framesToSend } from "./history-frames.ts";
import "../texts.ts";
import { addressOfHistory, type HistorySearch, historySearchOf, useHistory } from "./use-history.ts";

const LIST = "frames.history";
const MINUTE_MS = 60_000;

/** What the table shows: where, and narrowed by what. */
export interface HistoryShown {
  readonly fromMs: number;
  readonly toMs: number;
  readonly filters: FrameFilters;
}

interface HistoryTabProps extends DeviceTabProps {
  /** Parts of whoever does more with what is shown; none where nothing can be found. */
  tools?: ((shown: HistoryShown) => ReactNode) | undefined;
  /** Beside the choice to narrow, when there is too much to look through. */
  orElse?: ((shown: HistoryShown) => ReactNode) | undefined;
}

/** DAT-02: stored frames in pages by key. Filters, place and time are in the address. */
export function HistoryTab({ device, timeline, search: address, onSearch, tools, orElse }: HistoryTabProps) {
  const t = useText();
  const formats = useTimeFormats();
  const dbc = useStore(deviceDbc(device.id));
  const { size, fit } = usePageSize(LIST);
  const { points, choose } = useDataPoints(device.id);
  const [isChoosing, setChoosing] = useState(false);
  const [sending, setSending] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { range, refresh } = useSteadyRange(timeline);
  const search = historySearchOf(address);
  const { page, count, filters } = useHistory({ thingsId: device.id, range, search, dbc, size });
  const shown = filters && { ...range, filters };
  const columns = useMemo(() => historyColumns(t, formats, dbc, points), [t, formats, dbc, points]);

  const go = (changes: Partial<HistorySearch>) => onSearch(addressOfHistory({ ...search, ...changes }));
  // Another filter is another list: it begins at its beginning.
  const filter = (changes: Partial<HistorySearch>) => go({ cursor: undefined, order: "newer", ...changes });
  const rows = page.data?.list.filter(({ key }) => chosen.has(key)) ?? [];
  const frames = framesToSend(rows);
  const first = frames[0];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(candumpText(rows));
      addNote({ tone: "done", text: t("frames.history.copied", { count: rows.length }) });
    } catch {
      addNote({ tone: "ordinary", text: t("ui.copy.failed") });
    }
  };
  const step = (order: "newer" | "older", cursor: string | null | undefined) =>
    cursor ? () => go({ order, cursor, at: undefined }) : undefined;

  return (
    <div className={styles.history}>
      <TabTools>
        <DbcChoice thingsId={device.id} />
        <Button icon={Columns3} onClick={() => setChoosing(true)}>
          {t("frames.points.button", { count: points.length })}
        </Button>
        {shown && tools?.(shown)}
      </TabTools>
      <QuarantineNotice device={device} timeline={timeline} />
      {count !== undefined && count > COUNT_WARNING && (
        <Banner level="ordinary">
          <span>{t("frames.history.many", { count: formatNumber(count) })}</span>{" "}
          {range.toMs - range.fromMs > MINUTE_MS && (
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
      <ListFrame
        list={LIST}
        label={t("frames.history.table")}
        columns={columns}
        rows={rowsOfQuery(page, ({ list }) => list)}
        rowKey={({ key }) => key}
        rowName={({ time }) => formats.time(Number(time) / 1000, "ms")}
        selection={{ keys: chosen, onChange: setChosen }}
        filters={
          <HistoryFilters
            device={device}
            timeline={timeline}
            range={range}
            search={search}
            onChange={filter}
            onJump={(atMs) => go({ order: "newer", cursor: undefined, at: `${Math.floor(atMs)}000` })}
          />
        }
        filtered={search.text !== "" || search.channel !== null || search.direction !== "" || search.type !== ""}
        onResetFilters={() => filter({ text: "", channel: null, direction: "", type: "", at: undefined })}
        facts={
          <>
            {count !== undefined && <span>{t("frames.history.count", { count: formatNumber(count) })}</span>}
            {rows.length > 0 && (
              <>
                <Button icon={ClipboardCopy} onClick={() => void copy()}>
                  {t("frames.history.copy", { count: rows.length })}
                </Button>
                {frames.length > 0 && (
                  <Button icon={Send} onClick={() => setSending(true)}>
                    {t("frames.send.again")}
                  </Button>
                )}
              </>
            )}
            <IconButton
              icon={RotateCw}
              label={t("frames.history.refresh")}
              onClick={() => {
                refresh();
                void page.refetch();
              }}
            />
          </>
        }
        paging={{
          mode: "keyset",
          size,
          fit,
          onPrevious: step("older", page.data?.older),
          onNext: step("newer", page.data?.newer),
          onSize: () => go({}),
        }}
      />
      <PointDialog open={isChoosing} onClose={() => setChoosing(false)} dbc={dbc} points={points} onChoose={choose} />
      {sending && (
        <SendPane
          device={device}
          draft={{ key: 0, form: first && frames.length === 1 ? formOfSentFrame(first) : EMPTY_FRAME_FORM }}
          frames={frames.length > 1 ? frames : []}
          onClose={() => setSending(false)}
          floating
        />
      )}
    </div>
  );
}
