import { type DecodedRow, listDecoded, MAX_DECODED_SIGNALS } from "@canopy/contract/signals/decoded";
import { formatSignal, type SignalReference } from "@canopy/contract/signals/signal-reference";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, ListPlus, RotateCw } from "lucide-react";
import { useMemo, useState } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { GoTo } from "../../frames/history/GoTo.tsx";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { usePageSize } from "../../ui/list/use-page-size.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import { decodedColumns } from "./decoded-columns.tsx";
import "./decoded-texts.ts";
import layout from "../../ui/layout.module.css";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { type FullResolution, fullResolution } from "../choose/frames-of-signals.ts";
import { SignalPicker } from "../choose/SignalPicker.tsx";
import { useSignalChoice } from "../choose/use-signal-choice.ts";
import { useSignalInfos } from "../choose/use-signal-infos.ts";

const LIST = "signals.decoded";

interface HistoryDataTabProps extends DeviceTabProps {
  /** Downloads the chosen signals over the whole range. */
  onDownload(asked: FullResolution): void;
}

/** DBC-07: the decoded values of the chosen signals, one row per frame, in pages by key. */
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
    <div className={layout.stack}>
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

interface Place {
  readonly order: "newer" | "older";
  readonly cursor: string | undefined;
  readonly at: string | undefined;
}

function placeOf(search: Readonly<Record<string, string>>): Place {
  const cursor = search.cursor && /^\d+(\.\d+){3}$/.test(search.cursor) ? search.cursor : undefined;
  // The key is `jump`, since `at` in the address is the page's cursor.
  const at = search.jump && /^\d{1,16}$/.test(search.jump) ? search.jump : undefined;
  return { order: search.order === "older" ? "older" : "newer", cursor, at };
}

function DecodedList(props: HistoryDataTabProps & { signals: readonly SignalReference[] }) {
  const { device, timeline, search, onSearch, signals } = props;
  const t = useText();
  const formats = useTimeFormats();
  const { size, fit } = usePageSize(LIST);
  const { range, refresh } = useSteadyRange(timeline);
  const { order, cursor, at } = placeOf(search);
  const body = {
    start_time: Math.floor(range.fromMs),
    end_time: Math.ceil(range.toMs),
    items: [...signals],
    order,
    page_size: size,
    ...(cursor ? { cursor } : at ? { at } : {}),
  };
  const page = useQuery({
    queryKey: [listDecoded.name, device.id, body],
    queryFn: ({ signal }) => api(listDecoded, { params: { things_id: device.id }, body }, { signal }),
    placeholderData: keepPreviousData,
  });
  const found = page.data?.columns;
  const columns = useMemo(() => decodedColumns(t, formats, signals, found ?? []), [t, formats, signals, found]);
  const go = (place: Partial<Place>) => onSearch({ order: place.order, cursor: place.cursor, jump: place.at });
  const step = (next: "newer" | "older", to: string | null | undefined) =>
    to ? () => go({ order: next, cursor: to, at }) : undefined;
  const keys = useMemo(() => signals.map(formatSignal), [signals]);
  const { infos } = useSignalInfos(keys);
  return (
    <>
      <Gone signals={signals} columns={found ?? []} />
      <p className={layout.note}>{t("signals.decoded.rule")}</p>
      <ListFrame
        list={LIST}
        label={t("signals.decoded.table")}
        columns={columns}
        rows={rowsOfQuery(page, ({ list }) => list)}
        rowKey={({ key }) => key}
        current={at && markedKey(page.data?.list ?? [], at, cursor === undefined)}
        rowName={({ time }) => formats.time(Number(time) / 1000, "ms")}
        empty={<EmptyState title={t("signals.decoded.none")} />}
        filters={
          <>
            <TimeRangeInput
              range={range}
              onChange={({ fromMs, toMs }) => {
                if (fromMs !== null && toMs !== null) timeline.setRange({ fromMs, toMs });
              }}
            />
            <GoTo
              atMs={at === undefined ? null : Number(at) / 1000}
              onGo={(atMs) => go({ at: atMs === null ? undefined : `${Math.floor(atMs)}000` })}
            />
          </>
        }
        facts={
          <>
            {page.data && page.data.list.length > 0 && (
              <Button icon={Download} onClick={() => props.onDownload(fullResolution([...infos.values()], range))}>
                {t("signals.decoded.export")}
              </Button>
            )}
            <IconButton
              icon={RotateCw}
              label={t("signals.decoded.refresh")}
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
    </>
  );
}

/** The row that was gone to: the first one at the time or behind it. */
function markedKey(rows: readonly DecodedRow[], at: string, isFirstPage: boolean): string | undefined {
  const place = rows.findIndex(({ time }) => Number(time) >= Number(at));
  return place > 0 || isFirstPage ? rows[place]?.key : undefined;
}

/** The reasons for columns without a signal, above the table. */
function Gone({ signals, columns }: { signals: readonly SignalReference[]; columns: readonly GoneColumn[] }) {
  const t = useText();
  const gone = signals.flatMap(({ signal }, i) => {
    const column = columns[i];
    return column?.state === "failed" ? [t("signals.decoded.gone", { signal, why: column.message })] : [];
  });
  if (gone.length === 0) return null;
  return <Banner level="ordinary">{gone.join(" · ")}</Banner>;
}
type GoneColumn = { state: "found" } | { state: "failed"; message: string };
