import "./type-texts.ts";
import { type InfoModel, updateInfoModel } from "@canopy/contract/devices/info-models";
import { type DataGroups, MAX_DATA_FIELDS } from "@canopy/contract/devices/type-fields";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Columns3, Plus } from "lucide-react";
import { useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import {
  withField,
  withGroup,
  withGroupName,
  withMovedField,
  withoutField,
  withoutGroup,
} from "../fleet/edit-groups.ts";
import { GroupDialog, hasRoomForGroup } from "../fleet/GroupDialog.tsx";
import { FieldDialog } from "./FieldDialog.tsx";
import { FieldTable } from "./FieldTable.tsx";
import { useDenied } from "./TypeMenu.tsx";
import { TYPES_KEY, typeQuery, useStoreType, useTenantId } from "./type-queries.ts";
import styles from "./types.module.css";

type DialogState =
  | { kind: "group"; at: number | undefined }
  | { kind: "deleteGroup" }
  | { kind: "field"; at: number | undefined }
  | { kind: "deleteField"; at: number };

interface TypeFieldsProps {
  type: InfoModel;
  /** The chosen group, by its name, as the address has it. */
  group: string;
  onGroup(name: string): void;
}

/** DEV-04: groups at the left, the fields of one at the right; each change is stored at once. */
export function TypeFields({ type: newest, group, onGroup }: TypeFieldsProps) {
  const t = useText();
  const client = useQueryClient();
  const tenantId = useTenantId();
  const storeType = useStoreType();
  const [asked, setAsked] = useState<{ asking: DialogState; of: InfoModel }>();
  const asking = asked?.asking;
  // A dialog changes the type as it was when opened, not a version saved meanwhile.
  const type = asked?.of ?? newest;
  const setAsking = (next: DialogState | undefined) => setAsked(next && { asking: next, of: newest });
  const denied = useDenied(type.own, updateInfoModel);
  const groups = type.data_groups;
  const at = Math.max(
    0,
    groups.findIndex(({ name }) => name === group),
  );
  const chosen = groups[at];

  const store = async (next: DataGroups) => {
    await storeType(type, { data_groups: next });
    setAsking(undefined);
    addNote({ tone: "done", text: t("devices.types.savedNote") });
    await client.invalidateQueries({ queryKey: TYPES_KEY });
    await client.ensureQueryData(typeQuery(tenantId, type.id));
  };
  const change = useMutation({
    mutationFn: store,
    // A move has no dialog that could say it.
    onError: (problem) => !asked && addNote({ tone: "urgent", text: troubleOf(problem).text }),
  });
  const confirm = {
    open: true,
    busy: change.isPending,
    error: change.error ? troubleOf(change.error).text : undefined,
    onClose: () => setAsking(undefined),
  };
  const addGroup = (
    <Button icon={Plus} denied={denied} onClick={() => setAsking({ kind: "group", at: undefined })}>
      {t("devices.types.addGroup")}
    </Button>
  );

  return (
    <>
      {chosen === undefined ? (
        <div className={styles.panel}>
          <EmptyState
            icon={Columns3}
            title={t("devices.types.noGroups")}
            text={t(denied ? "devices.types.noGroupsRead" : "devices.types.noGroupsNote")}
            actions={!denied && addGroup}
          />
        </div>
      ) : (
        <div className={styles.split}>
          <nav className={styles.panel} aria-label={t("devices.types.groups")}>
            <div className={styles.panelHead}>
              <h2 className={styles.panelTitle}>{t("devices.types.groups")}</h2>
              {!denied && hasRoomForGroup(groups) && addGroup}
            </div>
            {groups.map(({ name, fields }, i) => (
              <button
                key={name}
                type="button"
                className={styles.group}
                aria-current={i === at}
                onClick={() => onGroup(name)}
              >
                <bdi className={styles.groupName} dir="auto">
                  {name}
                </bdi>
                <span className={styles.groupNote}>{t("devices.types.fieldCount", { count: fields.length })}</span>
              </button>
            ))}
          </nav>
          <FieldTable
            group={chosen}
            denied={denied}
            full={chosen.fields.length >= MAX_DATA_FIELDS}
            onAdd={() => setAsking({ kind: "field", at: undefined })}
            onEdit={(field) => setAsking({ kind: "field", at: field })}
            onDelete={(field) => setAsking({ kind: "deleteField", at: field })}
            onMove={(field, by) => change.mutate(withMovedField(groups, at, field, by))}
            onRenameGroup={() => setAsking({ kind: "group", at })}
            onDeleteGroup={() => setAsking({ kind: "deleteGroup" })}
          />
        </div>
      )}
      {asking?.kind === "group" && (
        <GroupDialog
          groups={groups}
          at={asking.at}
          onSave={async (name) => {
            await store(asking.at === undefined ? withGroup(groups, name) : withGroupName(groups, asking.at, name));
            onGroup(name);
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking?.kind === "field" && chosen && (
        <FieldDialog
          field={asking.at === undefined ? undefined : chosen.fields[asking.at]}
          taken={chosen.fields.filter((_, i) => i !== asking.at).map(({ name }) => name)}
          onSave={(field) => store(withField(groups, at, asking.at, field))}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking?.kind === "deleteField" && (
        <Confirm
          {...confirm}
          title={t("devices.types.deleteField")}
          action={t("devices.types.deleteField")}
          onConfirm={() => change.mutate(withoutField(groups, at, asking.at))}
        >
          {t("devices.types.deleteFieldNote", { name: chosen?.fields[asking.at]?.name ?? "" })}
        </Confirm>
      )}
      {asking?.kind === "deleteGroup" && chosen && (
        <Confirm
          {...confirm}
          title={t("devices.types.deleteGroup")}
          action={t("devices.types.deleteGroup")}
          onConfirm={() => change.mutate(withoutGroup(groups, at))}
        >
          {t("devices.types.deleteGroupNote", { name: chosen.name, fields: chosen.fields.length })}
        </Confirm>
      )}
    </>
  );
}
