import type { DataPoint } from "@canopy/contract/frames/data-points";
import { useEffect, useMemo, useState } from "react";
import { FIELD_PX } from "../frames/filter/filter-items.tsx";
import { NO_SEARCH, readSearch } from "../frames/filter/filter-language.ts";
import { resolveSearch } from "../frames/filter/filter-resolve.ts";
import { SearchField } from "../frames/filter/SearchField.tsx";
import { chosenSignals } from "../frames/points/chosen-signals.ts";
import type { FrameDecoders } from "../frames/rows/frame-decoders.ts";
import { clockDetail } from "../frames/rows/row-clock.ts";
import { StoredSource } from "../frames/sources/stored-source.ts";
import { FrameTable } from "../frames/table/FrameTable.tsx";
import { SelectionBar } from "../frames/table/SelectionBar.tsx";
import { ViewMenu } from "../frames/table/ViewMenu.tsx";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { Toolbar } from "../ui/toolbar/Toolbar.tsx";
import type { LocalLogFacts } from "./local-log.ts";
import { localReader } from "./local-reader.ts";
import type { OpenLog } from "./open-log.ts";

const LIST = "transfers.local";

interface LocalFramesProps {
  name: string;
  facts: LocalLogFacts;
  log: OpenLog;
  decoders: FrameDecoders;
  points: readonly DataPoint[];
}

/** The table of the history, over a log that is open here. */
export function LocalFrames({ name, facts, log, decoders, points }: LocalFramesProps) {
  const t = useText();
  const formats = useTimeFormats();
  const [text, setText] = useState("");
  const [total, setTotal] = useState<number>();
  const filter = useMemo(() => {
    const read = readSearch(text);
    return text === "" || !read.ok ? null : resolveSearch(read.search ?? NO_SEARCH, decoders.dbcs, null);
  }, [text, decoders]);
  const source = useMemo(() => new StoredSource(localReader(log, facts, filter)), [log, facts, filter]);
  useEffect(() => {
    source.onChange = () => setTotal(source.total);
    source.open("start");
    return () => source.close();
  }, [source]);
  const chosen = useMemo(() => chosenSignals(points), [points]);
  const [firstMs, lastMs] = [facts.firstUs / 1000, facts.lastUs / 1000];
  const said = [
    name,
    facts.format.toUpperCase(),
    t("transfers.download.frames", { count: formatNumber(total ?? facts.frames) }),
    `${formats.time(firstMs, "ms")} – ${formats.time(lastMs, "ms")}`,
  ].join(" · ");
  return (
    <>
      <Toolbar
        label={t("transfers.local.tools")}
        items={[
          { key: "filter", content: <SearchField value={text} onChange={setText} />, minPx: FIELD_PX },
          { key: "facts", content: said, sign: said, priority: 1, atEnd: true },
          { key: "columns", content: <ViewMenu list={LIST} />, atEnd: true },
        ]}
      />
      <FrameTable
        list={LIST}
        label={t("transfers.local.table", { file: name })}
        source={source}
        decoders={decoders}
        clock={clockDetail(firstMs, lastMs, Date.now())}
        chosen={chosen}
        bar={(frames, clear) => <SelectionBar frames={frames} decoders={decoders} onClear={clear} />}
        empty={
          <EmptyState
            title={t("frames.table.empty")}
            actions={text !== "" && <Button onClick={() => setText("")}>{t("frames.table.resetFilter")}</Button>}
          />
        }
      />
    </>
  );
}
