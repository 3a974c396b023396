import "../texts.ts";
import "./texts.ts";
import { exportOperations, LOG_RESULTS, listOperations, type Operation } from "@canopy/contract/accounts/operation-log";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Select } from "../../ui/form/Select.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import type { ListProps } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { ChainFacts, CheckButton } from "./ChainState.tsx";
import { useLogColumns } from "./log-columns.tsx";
import { LOG_MODULES } from "./log-modules.ts";
import { OperationDrawer } from "./OperationDrawer.tsx";

const SPANS = ["1", "7", "30"] as const;
const DAY_MS = 86_400_000;
export const LOG_FILTERS = ["words", "user", "module", "result", "span"] as const;

interface OperationLogProps extends ListProps {
  /** A sub-user sees its own rows and no chain. */
  isManager: boolean;
}

/** USR-07: who did what, newest first. */
export function OperationLog({ isManager, state, onState }: OperationLogProps) {
  const t = useText();
  const [way, setWay] = useState<readonly number[]>([]);
  const [open, setOpen] = useState<Operation>();
  const [now] = useState(() => Date.now());
  const { words = "", user = "", span = "" } = state.filters;
  const module = LOG_MODULES.find((each) => each === state.filters.module) ?? "";
  const result = LOG_RESULTS.find((each) => each === state.filters.result);
  const days = SPANS.find((each) => each === span);
  const since = days && { start_time: now - Number(days) * DAY_MS };
  const filter = { words, user, module, ...(result && { result }), ...since };
  const before = way.at(-1);
  const asked = { ...filter, page_size: state.size, ...(before !== undefined && { before }) };
  const query = useQuery({
    queryKey: [listOperations.name, asked],
    queryFn: ({ signal }) => api(listOperations, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const choose = (key: (typeof LOG_FILTERS)[number], value: string) => {
    setWay([]);
    onState(withFilter(state, key, value));
  };
  const oldest = query.data?.list.at(-1)?.seq;
  return (
    <>
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
          onPrevious: way.length > 0 ? () => setWay(way.slice(0, -1)) : undefined,
          onNext: query.data?.has_older && oldest !== undefined ? () => setWay([...way, oldest]) : undefined,
          onSize: (size) => {
            setWay([]);
            onState({ ...state, size });
          },
        }}
        filtered={words !== "" || user !== "" || module !== "" || result !== undefined || days !== undefined}
        onResetFilters={() => {
          setWay([]);
          onState({ ...state, page: 1, filters: {} });
        }}
        filters={
          <>
            <SearchInput label={t("accounts.log.words")} value={words} onChange={(text) => choose("words", text)} />
            {isManager && (
              <SearchInput
                label={t("accounts.log.userFilter")}
                value={user}
                onChange={(text) => choose("user", text)}
              />
            )}
            <Select<string>
              aria-label={t("accounts.log.module")}
              options={[
                { value: "", label: t("accounts.log.module.all") },
                ...LOG_MODULES.map((value) => ({ value, label: t(`accounts.log.module.${value}`) })),
              ]}
              value={module}
              onChange={(value) => choose("module", value)}
            />
            <Select<string>
              aria-label={t("accounts.log.result")}
              options={[
                { value: "", label: t("accounts.log.result.all") },
                ...LOG_RESULTS.map((value) => ({ value, label: t(`accounts.log.result.${value}`) })),
              ]}
              value={result ?? ""}
              onChange={(value) => choose("result", value)}
            />
            <Select<string>
              aria-label={t("accounts.log.span")}
              options={[
                { value: "", label: t("accounts.log.span.all") },
                ...SPANS.map((value) => ({ value, label: t(`accounts.log.span.${value}`) })),
              ]}
              value={days ?? ""}
              onChange={(value) => choose("span", value)}
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
    onSuccess: saveCsv,
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
