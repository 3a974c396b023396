import "./edit-texts.ts";
import "../dbc/dbc-texts.ts";
import type { EditProblem } from "@canopy/can/dbc/edit/edit-rules";
import type { Dbc, Message } from "@canopy/can/dbc/model";
import { cycleTimeMs } from "@canopy/can/dbc/parse/attributes";
import { type FormEvent, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import styles from "../dbc/dbc-parts.module.css";
import type { MessageContent, SeenMessage } from "./message-edits.ts";

interface MessageDialogProps {
  dbc: Dbc;
  /** Absent for a new message. */
  message: Message | undefined;
  /** The frame for which a new message is created. */
  seen?: SeenMessage | undefined;
  /** Returns the problem. */
  onSave(content: MessageContent): EditProblem | null;
  onClose(): void;
}

export function MessageDialog({ dbc, message, seen, onSave, onClose }: MessageDialogProps) {
  const t = useText();
  const [values, setValues] = useState({
    name: message?.name ?? "",
    id: (message ?? seen)?.id.toString(16).toUpperCase() ?? "",
    isExtended: (message ?? seen)?.isExtended ?? false,
    length: String((message ?? seen)?.length ?? 8),
    transmitter: message?.transmitter ?? "",
    cycle: String((message && cycleTimeMs(dbc, message)) ?? ""),
    comment: message?.comment ?? "",
  });
  const [error, setError] = useState<string>();
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = /^(0x)?[0-9a-f]{1,8}$/i.test(values.id.trim()) ? Number.parseInt(values.id.trim(), 16) : Number.NaN;
    const cycleMs = values.cycle.trim() === "" ? null : Number(values.cycle);
    if (cycleMs !== null && !(Number.isInteger(cycleMs) && cycleMs >= 0 && cycleMs <= 1_000_000)) {
      return setError(t("signals.messageForm.cycleWrong"));
    }
    const problem = onSave({
      name: values.name.trim(),
      id,
      isExtended: values.isExtended,
      length: Number(values.length),
      transmitter: values.transmitter === "" ? null : values.transmitter,
      comment: values.comment === "" ? null : values.comment,
      cycleMs,
    });
    setError(problem ? t(`signals.editProblem.${problem.code}`) : undefined);
  };
  const title = message ? t("signals.message.edit") : t("signals.messages.add");
  return (
    <FormDialog title={title} onClose={onClose} action={t("signals.messageForm.take")} error={error} onSubmit={submit}>
      <Field label={t("signals.messages.name")} required>
        {(control) => <TextInput {...control} mono value={values.name} onChange={(name) => set({ name })} />}
      </Field>
      <div className={styles.pairs}>
        <Field label={t("signals.messageForm.id")} required>
          {(control) => <TextInput {...control} mono value={values.id} onChange={(id) => set({ id })} />}
        </Field>
        <Field label={t("signals.messageForm.length")} required>
          {(control) => (
            <TextInput {...control} inputMode="numeric" value={values.length} onChange={(length) => set({ length })} />
          )}
        </Field>
      </div>
      <Checkbox checked={values.isExtended} onChange={(isExtended) => set({ isExtended })}>
        {t("signals.messageForm.extended")}
      </Checkbox>
      <div className={styles.pairs}>
        <Field label={t("signals.messageForm.sender")}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "", label: t("signals.messageForm.nobody") },
                ...dbc.nodes.map(({ name }) => ({ value: name, label: name })),
              ]}
              value={values.transmitter}
              onChange={(transmitter) => set({ transmitter })}
            />
          )}
        </Field>
        <Field label={t("signals.messageForm.cycle")}>
          {(control) => (
            <TextInput {...control} inputMode="numeric" value={values.cycle} onChange={(cycle) => set({ cycle })} />
          )}
        </Field>
      </div>
      <Field label={t("signals.edit.comment")}>
        {(control) => (
          <TextArea {...control} rows={3} value={values.comment} onChange={(comment) => set({ comment })} dir="auto" />
        )}
      </Field>
    </FormDialog>
  );
}
