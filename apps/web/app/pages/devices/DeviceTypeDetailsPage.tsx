import { CAN_KEYWORD, type InfoModel } from "@canopy/contract/devices/info-models";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Shapes } from "lucide-react";
import { countFields } from "../../../devices/fleet/edit-groups.ts";
import { DeleteTypeDialog } from "../../../devices/types/DeleteTypeDialog.tsx";
import { TypeDevices } from "../../../devices/types/TypeDevices.tsx";
import { TypeDialog } from "../../../devices/types/TypeDialog.tsx";
import { TypeFields } from "../../../devices/types/TypeFields.tsx";
import { TypeMenu } from "../../../devices/types/TypeMenu.tsx";
import { kindWord } from "../../../devices/types/type-columns.tsx";
import { TYPES_KEY, typeQuery, useTenantId } from "../../../devices/types/type-queries.ts";
import "../../../devices/types/type-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Chip } from "../../../ui/marks/Chip.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { LoadedPage } from "../LoadedPage.tsx";
import styles from "../pages.module.css";
import { useEditDelete } from "../use-edit-delete.ts";
import { TypeValues } from "./TypeValues.tsx";

const TABS = ["fields", "devices", "values"] as const;
const LIST = "/Container/DeviceTypeList";
const GONE = {
  icon: Shapes,
  title: "devices.types.gone",
  text: "devices.types.goneNote",
  action: "devices.types.toList",
  list: LIST,
} as const;

/** DEV-04: one type. Tab, group, device and range are in the address. */
export function DeviceTypeDetailsPage() {
  const { search } = usePageSearch();
  const query = useQuery(typeQuery(useTenantId(), search.id ?? ""));
  return (
    <LoadedPage
      title="app.page.deviceTypeDetails"
      query={query}
      isUnnamed={!search.id}
      gone={GONE}
      failed="devices.types.failed"
      skeleton={{ rows: 8, columns: 4 }}
    >
      {(type) => <TypePage key={type.id} type={type} />}
    </LoadedPage>
  );
}

function TypePage({ type }: { type: InfoModel }) {
  const t = useText();
  const navigate = useNavigate();
  const { search, onSearch } = usePageSearch();
  const dialogs = useEditDelete({
    queryKey: TYPES_KEY,
    list: LIST,
    saved: t("devices.types.savedNote"),
    deleted: t("devices.types.deletedNote", { name: type.name }),
  });
  const tab = TABS.find((one) => one === search.tab) ?? "fields";
  const devices = useListState("devices.typeDevices", { filterKeys: ["id", "tab", "keyword"] });
  const { data_groups: groups } = type;

  return (
    <>
      <PageHeader
        title={<bdi dir="auto">{type.name}</bdi>}
        onBack={() => void navigate({ to: LIST })}
        chips={
          <>
            <Chip tone={type.keyword === CAN_KEYWORD ? "green" : "neutral"}>{kindWord(type.keyword, t)}</Chip>
            {!type.own && <Chip tone="tip">{t("devices.types.offered")}</Chip>}
          </>
        }
        facts={[
          t("devices.types.groupCount", { count: groups.length }),
          t("devices.types.fieldCount", { count: countFields(groups) }),
          t("devices.types.used", { count: type.things_num }),
        ].join(" · ")}
        actions={<TypeMenu type={type} onEdit={() => dialogs.ask("edit")} onDelete={() => dialogs.ask("delete")} />}
      />
      <div className={styles.tabbed}>
        <Tabs
          label={t("devices.types.tabs")}
          tabs={TABS.map((value) => ({ value, label: t(`devices.types.tab.${value}`) }))}
          value={tab}
          onChange={(next) => void navigate({ to: ".", search: { id: type.id, tab: next }, replace: true })}
        >
          <div className={styles.list}>
            {tab === "fields" && (
              <TypeFields type={type} group={search.group ?? ""} onGroup={(group) => onSearch({ group })} />
            )}
            {tab === "devices" && (
              <TypeDevices
                {...devices}
                typeId={type.id}
                onOpen={({ id }) => void navigate({ to: "/Container/HomePage/DeviceDetails", search: { id } })}
                onJson={({ id }) => void navigate({ to: "/Container/JsonView", search: { id } })}
              />
            )}
            {tab === "values" && <TypeValues type={type} search={search} onSearch={onSearch} />}
          </div>
        </Tabs>
      </div>
      {dialogs.asking === "edit" && <TypeDialog type={type} onClose={dialogs.close} onDone={dialogs.onSaved} />}
      {dialogs.asking === "delete" && (
        <DeleteTypeDialog type={type} onClose={dialogs.close} onDone={dialogs.onDeleted} />
      )}
    </>
  );
}
