import { groupThings, labelThings } from "@canopy/contract/devices/bulk-things";
import {
  createGroup,
  createLabel,
  deleteGroup,
  deleteLabel,
  renameGroup,
  renameLabel,
} from "@canopy/contract/devices/labels";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { LABEL_NAME_MAX, NAME_MAX } from "@canopy/contract/devices/rules";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useLeaving } from "../../ui/form/use-leaving.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import parts from "../parts.module.css";
import styles from "./names.module.css";
import "../fleet/list-texts.ts";
import { groupsQuery, labelsQuery, OVERVIEW_KEY } from "./overview-query.ts";

type Kind = "labels" | "groups";

interface NamesDialogProps {
  kind: Kind;
  /** Of these the names are set; none: the names themselves are looked after. */
  rows: readonly OverviewRow[];
  onGone(problem: unknown): boolean;
  onClose(): void;
}

/** Labels or groups: made, renamed, deleted, and set on the chosen devices. */
export function NamesDialog({ kind, rows, onGone, onClose }: NamesDialogProps) {
  const t = useText();
  const client = useQueryClient();
  const labels = useQuery(labelsQuery).data ?? [];
  const groups = useQuery(groupsQuery).data ?? [];
  const names = kind === "labels" ? labels : groups;
  const [marks, setMarks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isTyped, setTyped] = useState(false);
  const [renaming, setRenaming] = useState<string>();
  const [removing, setRemoving] = useState<string>();
  const renew = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: kind === "labels" ? labelsQuery.queryKey : groupsQuery.queryKey }),
      client.invalidateQueries({ queryKey: OVERVIEW_KEY }),
    ]);
  const calls = callsOf(kind);
  const create = useMutation({
    mutationFn: calls.create,
    onSuccess: async ({ data }) => {
      setTyped(false);
      if (rows.length > 0) setMarks(new Map([...marks, [data.id, true]]));
      await renew();
    },
  });
  const rename = useMutation({
    mutationFn: calls.rename,
    onSuccess: () => {
      setTyped(false);
      setRenaming(undefined);
      return renew();
    },
  });
  const remove = useMutation({
    mutationFn: calls.remove,
    onSuccess: () => {
      setRemoving(undefined);
      return renew();
    },
  });
  const save = useMutation({
    mutationFn: () => calls.set(rows, marks),
    onSuccess: async () => {
      await renew();
      addNote({ tone: "done", text: t("devices.act.saved") });
      onClose();
    },
    onError: (problem) => onGone(problem) && onClose(),
  });
  const problem = create.error ?? rename.error ?? remove.error ?? save.error;
  const title =
    rows.length === 0
      ? t(`devices.names.${kind}`)
      : t(kind === "labels" ? "devices.names.labelsOf" : "devices.names.groupsOf", { count: rows.length });
  const { leave, asking } = useLeaving(isTyped || marks.size > 0, onClose);

  return (
    <Dialog
      open
      title={title}
      width={460}
      onClose={leave}
      footer={
        asking ??
        (rows.length === 0 ? (
          <Button onClick={leave}>{t("devices.names.close")}</Button>
        ) : (
          <>
            <Button onClick={leave}>{t("ui.action.cancel")}</Button>
            <Button kind="main" busy={save.isPending} onClick={() => save.mutate()}>
              {t("devices.names.save")}
            </Button>
          </>
        ))
      }
    >
      <div className={parts.stack} onChange={() => setTyped(true)}>
        <FormAlert text={problem ? troubleOf(problem).text : undefined} />
        <NewName kind={kind} busy={create.isPending} onCreate={(name) => create.mutateAsync(name)} />
        {names.length === 0 && <p className={styles.count}>{t("devices.names.empty")}</p>}
        <ul className={styles.nameList}>
          {names.map(({ id, name, things_num: count }) => (
            <li key={id} className={styles.nameLine}>
              {renaming === id ? (
                <Renaming
                  kind={kind}
                  name={name}
                  onDone={(next) => rename.mutateAsync({ id, name: next })}
                  onClose={() => setRenaming(undefined)}
                />
              ) : removing === id ? (
                <>
                  <span>{t("devices.names.removeNote", { name, count })}</span>
                  <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate(id)}>
                    {t("devices.act.delete")}
                  </Button>
                  <Button onClick={() => setRemoving(undefined)}>{t("ui.action.cancel")}</Button>
                </>
              ) : (
                <>
                  {rows.length > 0 ? (
                    <Checkbox
                      checked={marks.get(id) ?? shareOf(rows, kind, id)}
                      onChange={(on) => setMarks(new Map([...marks, [id, on]]))}
                    >
                      {name}
                    </Checkbox>
                  ) : (
                    <span>{name}</span>
                  )}
                  <span className={styles.count}>{count}</span>
                  <IconButton
                    icon={Pencil}
                    label={t("devices.names.rename", { name })}
                    onClick={() => setRenaming(id)}
                  />
                  <IconButton
                    icon={Trash2}
                    label={t("devices.names.remove", { name })}
                    onClick={() => setRemoving(id)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** Whether all, some or none of the devices have it. */
function shareOf(rows: readonly OverviewRow[], kind: Kind, id: string): boolean | "some" {
  const having = rows.filter((row) => (kind === "labels" ? row.label_ids : row.group_ids).includes(id)).length;
  return having === rows.length ? true : having > 0 ? "some" : false;
}

interface NewNameProps {
  kind: Kind;
  busy: boolean;
  onCreate(name: string): Promise<unknown>;
}

function NewName({ kind, busy, onCreate }: NewNameProps) {
  const t = useText();
  const [name, setName] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || busy) return;
    await onCreate(name).then(
      () => setName(""),
      () => undefined,
    );
  };
  return (
    <form className={styles.inline} onSubmit={submit}>
      <Field label={t("devices.names.newName")}>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            onChange={setName}
            maxLength={kind === "labels" ? LABEL_NAME_MAX : NAME_MAX}
            autoComplete="off"
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        {t("devices.names.create")}
      </Button>
    </form>
  );
}

interface RenamingProps {
  kind: Kind;
  name: string;
  onDone(name: string): Promise<unknown>;
  onClose(): void;
}

function Renaming({ kind, name, onDone, onClose }: RenamingProps) {
  const t = useText();
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") void onDone(typed).catch(() => undefined);
  };
  return (
    <form className={styles.inline} onSubmit={submit}>
      <TextInput
        aria-label={t("devices.names.newNameOf", { name })}
        value={typed}
        onChange={setTyped}
        maxLength={kind === "labels" ? LABEL_NAME_MAX : NAME_MAX}
        autoFocus
      />
      <Button type="submit">{t("devices.names.save")}</Button>
      <Button onClick={onClose}>{t("ui.action.cancel")}</Button>
    </form>
  );
}

function callsOf(kind: Kind) {
  const changed = (marks: ReadonlyMap<string, boolean>, wanted: boolean) =>
    [...marks].flatMap(([id, on]) => (on === wanted ? id : []));
  if (kind === "labels") {
    return {
      create: (name: string) => api(createLabel, { body: { name } }),
      rename: ({ id, name }: { id: string; name: string }) =>
        api(renameLabel, { params: { label_id: id }, body: { name } }),
      remove: (id: string) => api(deleteLabel, { params: { label_id: id } }),
      set: (rows: readonly OverviewRow[], marks: ReadonlyMap<string, boolean>) =>
        api(labelThings, {
          body: {
            things_ids: rows.map(({ id }) => id),
            add_label_ids: changed(marks, true),
            remove_label_ids: changed(marks, false),
          },
        }),
    };
  }
  return {
    create: (name: string) => api(createGroup, { body: { name } }),
    rename: ({ id, name }: { id: string; name: string }) =>
      api(renameGroup, { params: { group_id: id }, body: { name } }),
    remove: (id: string) => api(deleteGroup, { params: { group_id: id } }),
    set: (rows: readonly OverviewRow[], marks: ReadonlyMap<string, boolean>) =>
      api(groupThings, {
        body: {
          things_ids: rows.map(({ id }) => id),
          add_group_ids: changed(marks, true),
          remove_group_ids: changed(marks, false),
        },
      }),
  };
}
