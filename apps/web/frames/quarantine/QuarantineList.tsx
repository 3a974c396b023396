import { MAX_NAMED_BATCHES, type QuarantinedBatchRow } from "@canopy/contract/frames/quarantine";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { addNote } from "../../ui/float/notes.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { usePageSize } from "../../ui/list/use-page-size.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { quarantineColumns } from "./quarantine-columns.tsx";
import { quarantineQuery } from "./quarantine-queries.ts";

const LIST = "frames.quarantine";

/** Over all pages, by key. */
export type ChosenBatches = ReadonlyMap<string, QuarantinedBatchRow>;

/** One page of batches, newest arrival first; the way back is what one came by. */
export function useQuarantinePage(thingsId: string) {
  const { size } = usePageSize(LIST);
  const [way, setWay] = useState<readonly string[]>([]);
  const page = useQuery(quarantineQuery(thingsId, size, way.at(-1)));
  const next = page.data?.next;
  return {
    page,
    size,
    toFirst: () => setWay([]),
    onPrevious: way.length > 0 ? () => setWay(way.slice(0, -1)) : undefined,
    onNext: next ? () => setWay([...way, next]) : undefined,
  };
}

interface QuarantineListProps {
  list: ReturnType<typeof useQuarantinePage>;
  chosen: ChosenBatches;
  onChoose(chosen: ChosenBatches): void;
}

export function QuarantineList({ list, chosen, onChoose }: QuarantineListProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { page, size, toFirst, onPrevious, onNext } = list;
  const columns = useMemo(() => quarantineColumns(t, formats), [t, formats]);
  const choose = (keys: ReadonlySet<string>) => {
    if (keys.size > MAX_NAMED_BATCHES) {
      addNote({ tone: "ordinary", text: t("frames.quarantine.limit", { limit: MAX_NAMED_BATCHES }) });
      return;
    }
    const known = new Map([...chosen, ...(page.data?.list ?? []).map((row) => [row.key, row] as const)]);
    onChoose(new Map([...known].filter(([key]) => keys.has(key))));
  };
  return (
    <ListFrame
      list={LIST}
      label={t("frames.quarantine.table")}
      columns={columns}
      rows={rowsOfQuery(page, (found) => found.list)}
      rowKey={({ key }) => key}
      rowName={({ received_time }) => t("frames.quarantine.rowName", { time: formats.time(received_time) })}
      selection={{ keys: new Set(chosen.keys()), onChange: choose }}
      empty={<EmptyState title={t("frames.quarantine.empty")} />}
      paging={{ mode: "keyset", size, onPrevious, onNext, onSize: toFirst }}
    />
  );
}
