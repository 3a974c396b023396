import "../dbc/dbc-texts.ts";
import "./edit-texts.ts";
import { platformErrors } from "@canopy/contract/platform/errors";
import { CallError } from "@canopy/contract/platform/http-call";
import type { DbcFile } from "@canopy/contract/signals/dbc-files";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { DiffView } from "../dbc/DiffView.tsx";
import { encodingOfNext, saveRevision } from "../dbc/dbc-changes.ts";
import styles from "../dbc/dbc-parts.module.css";
import { dbcUsesQuery } from "../dbc/dbc-queries.ts";
import type { DbcEdit } from "./use-dbc-edit.ts";

const NO_USES: readonly DbcUse[] = [];

interface SaveDbcDialogProps {
  file: DbcFile;
  edit: DbcEdit;
  onSaved(file: DbcFile): void;
  onClose(): void;
}

/** The changes and the affected uses, before saving. Asks before overwriting a revision saved by another user. */
export function SaveDbcDialog({ file, edit, onSaved, onClose }: SaveDbcDialogProps) {
  const t = useText();
  const [remark, setRemark] = useState("");
  const save = useMutation({
    mutationFn: (baseRevision: number) => saveRevision({ dbc: edit.dbc, file, baseRevision, remark }),
    onSuccess: onSaved,
  });
  const newest = newestOf(save.error);
  // Read now: the page may have been open for long, and uses are created elsewhere.
  const uses = useQuery({ ...dbcUsesQuery(file.dbc_id), staleTime: 0 }).data ?? NO_USES;
  const encoding = useMemo(() => encodingOfNext(edit.dbc, file), [edit.dbc, file]);
  return (
    <Dialog
      open
      width={720}
      title={t("signals.save.title", { name: file.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.action.cancel")}</Button>
          {newest === undefined ? (
            <Button kind="main" busy={save.isPending} onClick={() => save.mutate(edit.base.revision)}>
              {t("signals.save.action", { revision: edit.base.revision + 1 })}
            </Button>
          ) : (
            <Button kind="danger" busy={save.isPending} onClick={() => save.mutate(newest)}>
              {t("signals.save.over", { revision: newest + 1 })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.dialogForm}>
        {newest === undefined ? (
          <FormAlert text={save.error ? troubleOf(save.error).text : undefined} />
        ) : (
          <Banner level="ordinary" alert title={t("signals.save.staleTitle")}>
            {t("signals.save.stale", { base: edit.base.revision, newest })}
          </Banner>
        )}
        {encoding !== file.encoding && (
          <Banner level="tip" title={t("signals.save.otherEncodingTitle")}>
            {t("signals.save.otherEncoding", { encoding: t(`signals.encoding.${file.encoding}`) })}
          </Banner>
        )}
        <Field label={t("signals.save.remark")}>
          {(control) => <TextInput {...control} value={remark} maxLength={500} onChange={setRemark} dir="auto" />}
        </Field>
        <DiffView before={edit.base.dbc} after={edit.dbc} uses={uses} />
      </div>
    </Dialog>
  );
}

/** The revision saved by another user; undefined: none. */
function newestOf(error: unknown): number | undefined {
  if (!(error instanceof CallError) || error.code !== platformErrors.stale.code) return undefined;
  const details = error.body.details;
  const newest = typeof details === "object" && details !== null ? Reflect.get(details, "newest") : undefined;
  return typeof newest === "number" ? newest : undefined;
}
