import {
  CODE_ORDERS,
  type DtcFile,
  type DtcName,
  deleteDtcCode,
  importDtcCodes,
  listDtcCodes,
  setDtcCode,
} from "@canopy/contract/diagnosis/dtc-files";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileWarning, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { UNKNOWN } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { EditDeleteMenu } from "../../ui/list/EditDeleteMenu.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { ECUS_KEY } from "../ecus/ecu-queries.ts";
import { base64Of, chooseFile } from "../read-file.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import "./code-texts.ts";
import styles from "./codes.module.css";
import { ImportDialog } from "./ImportDialog.tsx";

type Asking = { kind: "code"; code?: DtcName } | { kind: "import"; content: string };

/** UDS-03: the codes of one file. */
export function CodeList({ file, ...list }: ListProps & { file: DtcFile }) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const { state, onState } = list;
  const { keyword = "" } = state.filters;
  const params = { dtc_file_id: file.dtc_file_id };
  const wanted = { current_page: state.page, page_size: state.size, keyword, ...orderOf(state, CODE_ORDERS) };
  const query = useQuery({
    queryKey: [...ECUS_KEY, "codes", file.dtc_file_id, wanted],
    queryFn: ({ signal }) => api(listDtcCodes, { params, query: wanted }, { signal }),
    placeholderData: keepPreviousData,
  });
  const close = () => setAsking(undefined);
  const renew = async (text: string) => {
    close();
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: ECUS_KEY });
  };
  const remove = useMutation({
    mutationFn: ({ code }: DtcName) => api(deleteDtcCode, { params, query: { code } }),
    onSuccess: (_, { code }) => renew(t("diagnosis.codes.deletedNote", { name: code })),
    onError: (error) => addNote({ tone: "ordinary", text: troubleOf(error).text }),
  });
  const choose = () =>
    chooseFile(
      ".csv,.txt,text/csv",
      (chosen) => void base64Of(chosen).then((content) => setAsking({ kind: "import", content })),
    );
  const actions = (
    <>
      <Button icon={Plus} denied={callDenied(setDtcCode)} onClick={() => setAsking({ kind: "code" })}>
        {t("diagnosis.codes.add")}
      </Button>
      <Button kind="main" icon={Upload} denied={callDenied(importDtcCodes)} onClick={choose}>
        {t("diagnosis.codes.import")}
      </Button>
    </>
  );
  return (
    <>
      <ListFrame
        list="diagnosis.codes"
        label={t("diagnosis.codes.label")}
        columns={sortableBy(columnsOf(t), CODE_ORDERS)}
        rows={rowsOfQuery(query, ({ list: rows }) => rows)}
        rowKey={({ code }) => code}
        {...sortingOf(list)}
        paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== ""}
        onResetFilters={() => onState({ ...withFilter(state, "keyword", ""), page: 1 })}
        filters={
          <SearchInput
            label={t("diagnosis.codes.search")}
            value={keyword}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        }
        actions={actions}
        empty={
          <EmptyState
            icon={FileWarning}
            title={t("diagnosis.codes.empty")}
            text={t("diagnosis.codes.emptyNote")}
            actions={actions}
          />
        }
        rowActions={(code) => (
          <EditDeleteMenu
            label={t("diagnosis.codes.more", { code: code.code })}
            edit={{
              label: t("diagnosis.codes.edit"),
              denied: callDenied(setDtcCode),
              onSelect: () => setAsking({ kind: "code", code }),
            }}
            remove={{
              label: t("diagnosis.codes.delete"),
              denied: callDenied(deleteDtcCode),
              onSelect: () => remove.mutate(code),
            }}
          />
        )}
      />
      {asking?.kind === "code" && (
        <CodeDialog
          fileId={file.dtc_file_id}
          code={asking.code}
          onClose={close}
          onDone={({ code }) => void renew(t("diagnosis.codes.savedNote", { name: code }))}
        />
      )}
      {asking?.kind === "import" && (
        <ImportDialog
          file={file}
          content={asking.content}
          onClose={close}
          onDone={(count) => void renew(t("diagnosis.codes.importedNote", { count }))}
        />
      )}
    </>
  );
}

function columnsOf(t: Translate): Column<DtcName>[] {
  return [
    {
      key: "code",
      title: t("diagnosis.codes.code"),
      always: true,
      card: "title",
      cell: ({ code }) => <code>{code}</code>,
    },
    {
      key: "name_zh",
      title: t("diagnosis.codes.nameZh"),
      cell: ({ name_zh }) => <bdi className={styles.breakable}>{name_zh || UNKNOWN}</bdi>,
    },
    {
      key: "name_en",
      title: t("diagnosis.codes.nameEn"),
      cell: ({ name_en }) => <bdi className={styles.breakable}>{name_en || UNKNOWN}</bdi>,
    },
    {
      key: "severity",
      title: t("diagnosis.codes.severity"),
      card: "aside",
      cell: ({ severity }) => (severity ? t(`diagnosis.codes.severity.${severity}`) : UNKNOWN),
    },
  ];
}
