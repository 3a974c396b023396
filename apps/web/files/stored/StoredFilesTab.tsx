import type { Thing } from "@canopy/contract/devices/thing";
import { type ListedCardFile, readCard, startRecalls } from "@canopy/contract/files/recalls";
import { CloudDownload, HardDrive, RefreshCw } from "lucide-react";
import { useState } from "react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { type ListState, withFilter } from "../../ui/list/list-address.ts";
import { pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { withAll } from "../../ui/list/row-selection.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { GapLedger } from "../ledger/GapLedger.tsx";
import { CardFactsLine } from "./CardFactsLine.tsx";
import { CARD_KINDS, kindOf, useCardColumns } from "./card-columns.tsx";
import { isRunning, useAskedRecalls, useCardFiles, useRecallActions } from "./recall-queries.ts";
import "./texts.ts";

export const STORED_FILTERS = ["name", "kind", "all"];

interface StoredFilesTabProps {
  device: Thing;
  /** Of the time bar. */
  range: TimeSpan;
  onRange(range: TimeSpan): void;
  /** It ends now. */
  isLive: boolean;
  state: ListState;
  onState(state: ListState): void;
  onUpgrade(): void;
}

/** FIL-02: files on the terminal's card, and their recall. */
export function StoredFilesTab(props: StoredFilesTabProps) {
  const { device, state, onState, onUpgrade } = props;
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [analyse, setAnalyse] = useState(true);
  const query = useCardFiles(device.id, askedFiles(props));
  const { read, start, cancel } = useRecallActions(device.id);
  const asked = useAskedRecalls(device.id);
  const mayRecall = (file: ListedCardFile) =>
    !file.is_writing && !file.is_too_large && !isRunning(file) && !asked.has(file.name);
  const offline = device.online ? undefined : t("files.stored.offline");
  const denied = deniedOn(device, startRecalls) ?? offline;
  const deniedRead = deniedOn(device, readCard) ?? offline;
  const files = query.data?.list ?? [];
  const ticked = files.filter((file) => chosen.has(file.name) && mayRecall(file));
  const recall = async (some: readonly ListedCardFile[]) => {
    const names = some.filter(mayRecall).map(({ name }) => name);
    if (names.length === 0 || denied) return;
    const isBegun = await start.mutateAsync({ names, analyse }).then(
      () => true,
      () => false,
    );
    if (isBegun) setChosen((now) => withAll(now, names, false));
  };
  usePageKeys(t("files.stored.title"), [
    { keys: [["R"]], binding: "r", text: t("files.stored.keyRecall"), onPress: () => recall(ticked) },
  ]);
  const columns = useCardColumns({ denied, onCancel: cancel.mutate, onRetry: (file) => recall([file]), onUpgrade });
  const readButton = (
    <Button kind="main" icon={RefreshCw} denied={deniedRead} busy={read.isPending} onClick={() => read.mutate()}>
      {t("files.stored.read")}
    </Button>
  );
  const isNever = query.data?.card.read_time === null;
  return (
    <>
      <GapLedger
        thingsId={device.id}
        range={props.range}
        isLive={props.isLive}
        denied={denied}
        busy={start.isPending}
        onRecall={(names) => start.mutate({ names, analyse })}
        onShow={props.onRange}
      />
      <ListFrame
        list="files.stored"
        label={t("files.stored.title")}
        columns={columns}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        selection={{ keys: chosen, onChange: setChosen }}
        paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
        filtered={!isNever && (query.data?.card.files ?? 0) > 0}
        onResetFilters={() => onState({ ...state, page: 1, filters: { name: "", kind: "", all: "1" } })}
        filters={filtersOf(t, props)}
        facts={
          query.data && (
            <CardFactsLine
              card={query.data.card}
              isOld={!device.online}
              denied={deniedRead}
              busy={read.isPending}
              onRead={() => read.mutate()}
            />
          )
        }
        actions={
          <>
            <Checkbox checked={analyse} onChange={setAnalyse}>
              {t("files.stored.analyse")}
            </Checkbox>
            <Button
              kind="main"
              icon={CloudDownload}
              denied={denied ?? (ticked.length === 0 ? t("files.stored.chooseFirst") : undefined)}
              busy={start.isPending}
              onClick={() => recall(ticked)}
            >
              {ticked.length === 0 ? t("files.stored.recall") : t("files.stored.recallSome", { count: ticked.length })}
            </Button>
          </>
        }
        empty={
          <EmptyState
            icon={HardDrive}
            title={t(isNever ? "files.stored.empty" : "files.stored.emptyCard")}
            text={t("files.stored.emptyNote")}
            actions={readButton}
          />
        }
        rowActions={(file: ListedCardFile) => (
          <IconButton
            icon={CloudDownload}
            label={t("files.stored.recallOf", { name: file.name })}
            denied={denied ?? (mayRecall(file) ? undefined : t("files.stored.chooseFirst"))}
            onClick={() => recall([file])}
          />
        )}
      />
    </>
  );
}

function askedFiles({ state, range, isLive }: StoredFilesTabProps) {
  const { name, kind, all } = state.filters;
  const wanted = kindOf(kind);
  return {
    current_page: state.page,
    page_size: state.size,
    ...(name && { name }),
    ...wanted,
    ...(all !== "1" && { start_time: Math.floor(range.fromMs) }),
    ...(all !== "1" && !isLive && { end_time: Math.ceil(range.toMs) }),
  };
}

function filtersOf(t: ReturnType<typeof useText>, { state, onState }: StoredFilesTabProps) {
  return (
    <>
      <SearchInput
        value={state.filters.name ?? ""}
        label={t("files.stored.search")}
        onChange={(text) => onState(withFilter(state, "name", text))}
      />
      <Select<string>
        aria-label={t("files.stored.kind")}
        options={[
          { value: "", label: t("files.stored.anyKind") },
          ...CARD_KINDS.map((value) => ({ value, label: t(`files.cardKind.${value}`) })),
        ]}
        value={state.filters.kind ?? ""}
        onChange={(value) => onState(withFilter(state, "kind", value))}
      />
      <Checkbox checked={state.filters.all !== "1"} onChange={(on) => onState(withFilter(state, "all", on ? "" : "1"))}>
        {t("files.stored.onlyRange")}
      </Checkbox>
    </>
  );
}
