import type { DataPoint } from "@canopy/contract/frames/data-points";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { DeviceDbc } from "../frames/filter/device-dbc.ts";
import { NO_SEARCH, readSearch } from "../frames/filter/filter-language.ts";
import { resolveSearch } from "../frames/filter/filter-resolve.ts";
import { SearchField } from "../frames/filter/SearchField.tsx";
import { historyColumns } from "../frames/history/history-columns.tsx";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { keptPageSize } from "../ui/list/list-kept.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import type { LocalLogFacts } from "./local-log.ts";
import type { OpenLog } from "./open-log.ts";

const LIST = "transfers.local";

interface LocalFramesProps {
  name: string;
  facts: LocalLogFacts;
  log: OpenLog;
  dbc: DeviceDbc | null;
  points: readonly DataPoint[];
}

/** The table of the history, over a log that is open here. */
export function LocalFrames({ name, facts, log, dbc, points }: LocalFramesProps) {
  const t = useText();
  const formats = useTimeFormats();
  const size = useStore(keptPageSize(LIST));
  const [text, setText] = useState("");
  const [number, setNumber] = useState(1);
  const columns = useMemo(() => historyColumns(t, formats, dbc, points), [t, formats, dbc, points]);
  const filter = useMemo(() => {
    const read = readSearch(text);
    return text === "" || !read.ok ? null : resolveSearch(read.search ?? NO_SEARCH, dbc?.decoder.dbc ?? null, null);
  }, [text, dbc]);
  const shown = useQuery({
    queryKey: ["transfers", "local", log.id, text, dbc?.name ?? "", number, size],
    queryFn: () => log.page(filter, (number - 1) * size, size),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <ListFrame
      list={LIST}
      label={t("transfers.local.table", { file: name })}
      columns={columns}
      rows={rowsOfQuery(shown, ({ rows }) => rows)}
      rowKey={({ key }) => key}
      rowName={({ time }) => formats.time(Number(time) / 1000, "ms")}
      filters={
        <SearchField
          value={text}
          onChange={(next) => {
            setText(next);
            setNumber(1);
          }}
        />
      }
      filtered={text !== ""}
      onResetFilters={() => setText("")}
      facts={
        <span>
          {[
            name,
            facts.format.toUpperCase(),
            t("transfers.download.frames", { count: formatNumber(shown.data?.total ?? facts.frames) }),
            `${formats.time(facts.firstUs / 1000, "ms")} – ${formats.time(facts.lastUs / 1000, "ms")}`,
          ].join(" · ")}
        </span>
      }
      paging={{
        mode: "pages",
        page: number,
        size,
        total: shown.data?.total ?? facts.frames,
        onPage: setNumber,
        onSize: () => setNumber(1),
      }}
    />
  );
}
