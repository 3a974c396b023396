import { createEcu, deleteEcu, ECU_ORDERS, type Ecu, listEcus, updateEcu } from "@canopy/contract/diagnosis/ecus";
import { setFlashProfile } from "@canopy/contract/diagnosis/flashing/flows";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BookOpen, Cpu, Ellipsis, type LucideIcon, Pencil, Plus, Trash2, Zap } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { UNKNOWN } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { DefinitionsDialog } from "../definitions/DefinitionsDialog.tsx";
import "../definitions/definition-texts.ts";
import { hexOf } from "../hex.ts";
import { ProfileDialog } from "../packages/ProfileDialog.tsx";
import "../packages/package-texts.ts";
import { EcuDialog } from "./EcuDialog.tsx";
import { ECUS_KEY } from "./ecu-queries.ts";
import "./ecu-texts.ts";
import styles from "./ecus.module.css";

export const ECU_FILTERS = ["keyword", "frame"] as const;
const FRAMES = ["", "0", "1"] as const;

type OfOne = "edit" | "definitions" | "profile" | "delete";
type Asking = { kind: "create" } | { kind: OfOne; ecu: Ecu };

/** UDS-03 */
export function EcuList(list: ListProps) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const { state, onState } = list;
  const { keyword = "" } = state.filters;
  const frame = FRAMES.find((one) => one === state.filters.frame) ?? "";
  const page = { current_page: state.page, page_size: state.size, ...orderOf(state, ECU_ORDERS) };
  const wanted = { ...page, keyword, ...(frame && { extended: frame }) };
  const query = useQuery({
    queryKey: [...ECUS_KEY, "list", wanted],
    queryFn: ({ signal }) => api(listEcus, { query: wanted }, { signal }),
    placeholderData: keepPreviousData,
  });
  const close = () => setAsking(undefined);
  const renew = async (text: string) => {
    close();
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: ECUS_KEY });
  };
  const remove = useMutation({
    mutationFn: ({ ecu_id }: Ecu) => api(deleteEcu, { params: { ecu_id } }),
    onSuccess: (_, { name }) => renew(t("diagnosis.ecus.deletedNote", { name })),
  });
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createEcu)} onClick={() => setAsking({ kind: "create" })}>
      {t("diagnosis.ecus.create")}
    </Button>
  );
  const saved = ({ name }: Ecu) => void renew(t("diagnosis.ecus.savedNote", { name }));
  return (
    <>
      <ListFrame
        list="diagnosis.ecus"
        label={t("diagnosis.ecus.label")}
        columns={sortableBy(columnsOf(t), ECU_ORDERS)}
        rows={rowsOfQuery(query, ({ list: rows }) => rows)}
        rowKey={({ ecu_id }) => ecu_id}
        {...sortingOf(list)}
        paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== "" || frame !== ""}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        filters={
          <>
            <SearchInput
              label={t("diagnosis.ecus.search")}
              value={keyword}
              onChange={(text) => onState(withFilter(state, "keyword", text))}
            />
            <Select
              aria-label={t("diagnosis.ecus.frame")}
              options={[
                { value: "", label: t("diagnosis.ecus.frameAll") },
                { value: "0", label: t("diagnosis.ecus.standard") },
                { value: "1", label: t("diagnosis.ecus.extended") },
              ]}
              value={frame}
              onChange={(value) => onState(withFilter(state, "frame", value))}
            />
          </>
        }
        actions={create}
        empty={
          <EmptyState
            icon={Cpu}
            title={t("diagnosis.ecus.empty")}
            text={t("diagnosis.ecus.emptyNote")}
            actions={create}
          />
        }
        rowActions={(ecu) => <EcuMenu ecu={ecu} onAsk={(kind) => setAsking({ kind, ecu })} />}
      />
      {asking?.kind === "create" && <EcuDialog onClose={close} onDone={saved} />}
      {asking?.kind === "edit" && <EcuDialog ecu={asking.ecu} onClose={close} onDone={saved} />}
      {asking?.kind === "definitions" && <DefinitionsDialog ecu={asking.ecu} onClose={close} />}
      {asking?.kind === "profile" && (
        <ProfileDialog ecu={asking.ecu} onClose={close} onDone={() => saved(asking.ecu)} />
      )}
      {asking?.kind === "delete" && (
        <Confirm
          open
          title={t("diagnosis.ecus.delete")}
          action={t("diagnosis.ecus.delete")}
          busy={remove.isPending}
          error={remove.error ? troubleOf(remove.error).text : undefined}
          onConfirm={() => remove.mutate(asking.ecu)}
          onClose={close}
        >
          {t("diagnosis.ecus.deleteNote", { name: asking.ecu.name })}
        </Confirm>
      )}
    </>
  );
}

function EcuMenu({ ecu, onAsk }: { ecu: Ecu; onAsk(kind: OfOne): void }) {
  const t = useText();
  const label = t("diagnosis.ecus.more", { name: ecu.name });
  const item = (key: OfOne, icon: LucideIcon, text: string, denied: string | undefined) => ({
    key,
    icon,
    label: text,
    denied,
    danger: key === "delete",
    onSelect: () => onAsk(key),
  });
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        item("edit", Pencil, t("diagnosis.ecus.edit"), callDenied(updateEcu)),
        item("definitions", BookOpen, t("diagnosis.defs.action"), undefined),
        item("profile", Zap, t("diagnosis.package.profile"), callDenied(setFlashProfile)),
        item("delete", Trash2, t("diagnosis.ecus.delete"), callDenied(deleteEcu)),
      ]}
    />
  );
}

function columnsOf(t: Translate): Column<Ecu>[] {
  const address = (key: "physical_id" | "response_id" | "functional_id", title: string): Column<Ecu> => ({
    key,
    title,
    cell: (ecu) => <code>{`0x${hexOf(ecu[key])}`}</code>,
  });
  const file = (key: "dtc_file_name" | "package_name" | "unlock_file_name", title: string): Column<Ecu> => ({
    key,
    title,
    cell: (ecu) => <bdi className={styles.breakable}>{ecu[key] ?? UNKNOWN}</bdi>,
  });
  return [
    {
      key: "name",
      title: t("diagnosis.ecus.name"),
      always: true,
      card: "title",
      cell: ({ name }) => (
        <bdi className={styles.breakable} dir="auto">
          {name}
        </bdi>
      ),
    },
    {
      key: "extended",
      title: t("diagnosis.ecus.frame"),
      card: "aside",
      cell: ({ extended }) => t(extended ? "diagnosis.ecus.extended" : "diagnosis.ecus.standard"),
    },
    address("physical_id", t("diagnosis.ecus.physical")),
    address("response_id", t("diagnosis.ecus.response")),
    address("functional_id", t("diagnosis.ecus.functional")),
    file("dtc_file_name", t("diagnosis.ecus.dtcFile")),
    file("package_name", t("diagnosis.ecus.package")),
    file("unlock_file_name", t("diagnosis.ecus.unlockFile")),
  ];
}
