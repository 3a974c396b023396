import "./find-texts.ts";
import "../dbc-edit/edit-texts.ts";
import { EMPTY_DBC } from "@canopy/can/dbc/model";
import { addDbcRevision, uploadDbc } from "@canopy/contract/signals/dbc-files";
import type { FoundSignal } from "@canopy/contract/signals/find-signal";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { saveAsDbc, saveRevision } from "../dbc/dbc-changes.ts";
import { messageKey } from "../dbc/dbc-key.ts";
import { DBC_KEY, useDbcFiles, useParsedDbc } from "../dbc/dbc-library.ts";
import parts from "../dbc/dbc-parts.module.css";
import { bitsWords, messageWords, plain } from "./find-words.ts";
import { freeName, messageAt, overlapsOf, withFound } from "./found-signal.ts";

interface AddSignalDialogProps {
  found: FoundSignal;
  onDbc(place: { dbcId: string; message: string; signal: string }): void;
  onClose(): void;
}

const NEW = "";

/** The finding as a signal of a file of the library, as its next revision, or of a file of its own. */
export function AddSignalDialog({ found, onDbc, onClose }: AddSignalDialogProps) {
  const t = useText();
  const client = useQueryClient();
  const files = (useDbcFiles().data ?? []).filter(({ format, state }) => format === "dbc" && state === "ready");
  const [dbcId, setDbcId] = useState<string>(NEW);
  const file = files.find(({ dbc_id }) => dbc_id === dbcId);
  const loaded = useParsedDbc(dbcId);
  const dbc = file ? loaded.data?.dbc : EMPTY_DBC;
  const { factor, offset } = found.reason.code === "follows" ? found.reason : { factor: 1, offset: 0 };
  const idHex = found.id.toString(16).toUpperCase();
  const [values, setValues] = useState({
    file: `found_${idHex}`,
    message: `Message_${idHex}`,
    name: `Signal_${found.start_bit}_${found.length}`,
    unit: "",
    factor: plain(factor),
    offset: plain(offset),
  });
  const [problem, setProblem] = useState<string>();
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const known = dbc && messageAt(dbc, found);
  const overlaps = dbc ? overlapsOf(dbc, found) : [];
  const save = useMutation({
    mutationFn: (made: typeof EMPTY_DBC) =>
      file && loaded.data
        ? saveRevision({
            dbc: made,
            file,
            baseRevision: loaded.data.revision,
            remark: t("signals.find.remark", { name: values.name }),
          })
        : saveAsDbc(made, values.file.trim()),
    onSuccess: async (kept) => {
      await client.invalidateQueries({ queryKey: DBC_KEY });
      addNote({
        tone: "done",
        text: t("signals.find.saved", { name: values.name, file: kept.name, revision: kept.revision }),
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [scale, shift] = [Number(values.factor || Number.NaN), Number(values.offset || Number.NaN)];
    if (!Number.isFinite(scale) || !Number.isFinite(shift)) return setProblem(t("signals.find.number"));
    if (!dbc || save.isPending) return;
    const message = freeName(dbc, values.message.trim());
    const made = withFound(dbc, found, {
      message,
      name: values.name.trim(),
      unit: values.unit.trim(),
      factor: scale,
      offset: shift,
    });
    setProblem(made.ok ? undefined : t(`signals.editProblem.${made.problem.code}`));
    if (made.ok) save.mutate(made.value);
  };
  const denied = callDenied(file ? addDbcRevision : uploadDbc);
  if (save.data) {
    const { dbc_id } = save.data;
    const message = messageKey({ id: found.id, isExtended: found.is_extended });
    return (
      <Dialog
        open
        title={t("signals.find.addTitle")}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t("ui.action.close")}</Button>
            <Button kind="main" onClick={() => onDbc({ dbcId: dbc_id, message, signal: values.name.trim() })}>
              {t("signals.find.open")}
            </Button>
          </>
        }
      >
        <p>{t("signals.find.saved", { name: values.name, file: save.data.name, revision: save.data.revision })}</p>
      </Dialog>
    );
  }
  const failed = loaded.error && file ? t("signals.find.loadFailed") : undefined;
  return (
    <FormDialog
      title={t("signals.find.addTitle")}
      action={t("signals.find.save")}
      busy={save.isPending || (file !== undefined && loaded.isPending)}
      error={denied ?? failed ?? problem ?? (save.error ? troubleOf(save.error).text : undefined)}
      leaves="freely"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <strong className="mono">{messageWords(found)}</strong> {bitsWords(found, t)}
      </p>
      <Field label={t("signals.find.file")}>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: NEW, label: t("signals.find.newFile") },
              ...files.map(({ dbc_id, name }) => ({ value: dbc_id, label: name })),
            ]}
            value={dbcId}
            onChange={setDbcId}
          />
        )}
      </Field>
      {!file && (
        <Field label={t("signals.find.fileName")} required>
          {(control) => <TextInput {...control} value={values.file} onChange={(next) => set({ file: next })} />}
        </Field>
      )}
      <div className={parts.pairs}>
        <Field label={t("signals.find.message")} required>
          {(control) => (
            <TextInput
              {...control}
              mono
              readOnly={known !== undefined}
              value={known?.name ?? values.message}
              onChange={(message) => set({ message })}
            />
          )}
        </Field>
        <Field label={t("signals.find.name")} required>
          {(control) => <TextInput {...control} mono value={values.name} onChange={(name) => set({ name })} />}
        </Field>
      </div>
      <div className={parts.pairs}>
        <Field label={t("signals.find.factor")} required>
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              value={values.factor}
              onChange={(next) => set({ factor: next })}
            />
          )}
        </Field>
        <Field label={t("signals.find.offset")} required>
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              value={values.offset}
              onChange={(next) => set({ offset: next })}
            />
          )}
        </Field>
      </div>
      <Field label={t("signals.find.unit")}>
        {(control) => <TextInput {...control} value={values.unit} onChange={(unit) => set({ unit })} />}
      </Field>
      {overlaps.length > 0 && (
        <Banner level="ordinary">{t("signals.find.overlaps", { names: overlaps.join(", ") })}</Banner>
      )}
    </FormDialog>
  );
}
