import "../texts.ts";
import "./texts.ts";
import {
  exportOperations,
  LOG_EXPORT_ROWS,
  LOG_RESULTS,
  listOperations,
  type Operation,
} from "@canopy/contract/accounts/operation-log";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { isCut } from "../../platform/cut-csv.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Select } from "../../ui/form/Select.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import type { ListProps } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import { ChainFacts, CheckButton } from "./ChainState.tsx";
import { useLogColumns } from "./log-columns.tsx";
import { LOG_MODULES } from "./log-modules.ts";
import { OWN, readPlace, SPANS, withCursor, withLogFilter, withSpan } from "./log-place.ts";
import { OperationDrawer } from "./OperationDrawer.tsx";

interface OperationLogProps extends ListProps {
  /** A sub-user sees its own rows and no chain. */
  isManager: boolean;
}

/** USR-07: who did what, newest first. */
export function OperationLog({ isManager, state, onState }: OperationLogProps) {
  const t = useText();
  const [open, setOpen] = useState<Operation>();
  const [now] = useState(() => Date.now());
  const { filter, cursor, span, isFiltered } = readPlace(state, now);
  const { words, user, module, result, start_time = null, end_time = null } = filter;
  const asked = { ...filter, ...cursor, page_size: state.size };
  const query = useQuery({
    queryKey: [listOperations.name, asked],
    queryFn: ({ signal }) => api(listOperations, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const choose = (change: Parameters<typeof withLogFilter>[1]) => onState(withLogFilter(state, change));
  const [newest, oldest] = [query.data?.list[0]?.seq, query.data?.list.at(-1)?.seq];
  const isAtCursor = cursor.before !== undefined || cursor.after !== undefined;
  return (
    <>
      {span === OWN && (
        <TimeRangeInput
          range={{ fromMs: start_time, toMs: end_time }}
          onChange={({ fromMs, toMs }) => choose({ from: String(fromMs ?? ""), to: String(toMs ?? "") })}
        />
      )}
      <ListFrame
        list="accounts.log"
        label={t("accounts.log.label")}
        note={t(isManager ? "accounts.log.kept" : "accounts.log.own")}
        columns={useLogColumns()}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ seq }) => String(seq)}
        onOpen={setOpen}
        paging={{
          mode: "keyset",
          size: state.size,
          onPrevious:
            query.data?.has_newer && newest !== undefined
              ? () => onState(withCursor(state, { after: newest }))
              : undefined,
          onNext:
            query.data?.has_older && oldest !== undefined
              ? () => onState(withCursor(state, { before: oldest }))
              : undefined,
          // The first row stays.
          onSize: (size) => onState({ ...state, size }),
        }}
        filtered={isFiltered || isAtCursor}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        filters={
          <>
            <SearchInput label={t("accounts.log.words")} value={words} onChange={(text) => choose({ words: text })} />
            {isManager && (
              <SearchInput
                label={t("accounts.log.userFilter")}
                value={user}
                onChange={(text) => choose({ user: text })}
              />
            )}
            <Select<string>
              aria-label={t("accounts.log.module")}
              options={[
                { value: "", label: t("accounts.log.module.all") },
                ...LOG_MODULES.map((value) => ({ value, label: t(`accounts.log.module.${value}`) })),
              ]}
              value={module}
              onChange={(value) => choose({ module: value })}
            />
            <Select<string>
              aria-label={t("accounts.log.result")}
              options={[
                { value: "", label: t("accounts.log.result.all") },
                ...LOG_RESULTS.map((value) => ({ value, label: t(`accounts.log.result.${value}`) })),
              ]}
              value={result}
              onChange={(value) => choose({ result: value })}
            />
            <Select<string>
              aria-label={t("accounts.log.span")}
              options={[
                { value: "", label: t("accounts.log.span.all") },
                ...([...SPANS, OWN] as const).map((value) => ({ value, label: t(`accounts.log.span.${value}`) })),
              ]}
              value={span}
              onChange={(value) => onState(withSpan(state, value, Date.now()))}
            />
          </>
        }
        facts={isManager && <ChainFacts />}
        actions={
          <>
            {isManager && <CheckButton />}
            <ExportButton filter={filter} />
          </>
        }
        empty={<EmptyState title={t("accounts.log.empty")} />}
      />
      {open && <OperationDrawer row={open} rows={query.data?.list ?? []} onRow={setOpen} />}
    </>
  );
}

function ExportButton({ filter }: { filter: object }) {
  const t = useText();
  const saving = useMutation({
    mutationFn: () => api(exportOperations, { query: filter }),
    onSuccess: (csv) => {
      saveCsv(csv);
      if (isCut(csv, LOG_EXPORT_ROWS))
        addNote({ tone: "ordinary", text: t("accounts.log.cut", { count: LOG_EXPORT_ROWS }) });
    },
    onError: (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
  });
  return (
    <Button icon={Download} busy={saving.isPending} onClick={() => saving.mutate()}>
      {t("accounts.log.export")}
    </Button>
  );
}

/** With a byte order mark, by which spreadsheets know the encoding. */
function saveCsv(text: string): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${text}`], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: "operations.csv" });
  link.click();
  URL.revokeObjectURL(url);
}
