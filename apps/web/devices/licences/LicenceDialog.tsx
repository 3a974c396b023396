import "./licence-texts.ts";
import { deviceErrors } from "@canopy/contract/devices/errors";
import { listInfoModels } from "@canopy/contract/devices/info-models";
import { generateLicence, licenceRequest } from "@canopy/contract/devices/licences";
import { MAX_PAGE_SIZE } from "@canopy/contract/platform/lists";
import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { TYPES_KEY, useTenantId } from "../types/type-queries.ts";
import styles from "../types/types.module.css";

/** DEV-03: a licence for one type and one device ID. */
export function LicenceDialog({ onClose }: { onClose(): void }) {
  const [licence, setLicence] = useState<string>();
  if (licence === undefined) return <RequestDialog onLicence={setLicence} onClose={onClose} />;
  return <ResultDialog licence={licence} onAgain={() => setLicence(undefined)} onClose={onClose} />;
}

function RequestDialog({ onLicence, onClose }: { onLicence(licence: string): void; onClose(): void }) {
  const t = useText();
  const types = useOwnTypes();
  const form = useContractForm(licenceRequest, {
    initial: { info_model_id: "", third_things_id: "", secret: "" },
    fieldOfCode: {
      [deviceErrors.idFormat.code]: "third_things_id",
      [deviceErrors.idInvalid.code]: "third_things_id",
    },
    submit: async (body) => onLicence((await api(generateLicence, { body })).data),
  });
  const options = [
    { value: "", label: t("devices.licence.typeChoose") },
    ...types.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <FormDialog
      title={t("devices.licence.title")}
      onClose={onClose}
      action={t("devices.licence.generate")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <p className={styles.groupNote}>{t("devices.licence.note")}</p>
      <Field
        label={t("devices.licence.type")}
        hint={types.length === 0 ? t("devices.licence.typeNone") : undefined}
        error={form.errorOf("info_model_id")}
        required
      >
        {(control) => (
          <Select<string>
            {...control}
            name="info_model_id"
            options={options}
            value={form.values.info_model_id}
            onChange={(id) => form.set("info_model_id", id)}
          />
        )}
      </Field>
      <Field
        label={t("devices.licence.device")}
        hint={t("devices.licence.deviceHint")}
        error={form.errorOf("third_things_id")}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.text("third_things_id")}
            mono
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t("devices.licence.secret")} error={form.errorOf("secret")} required>
        {(control) => <PasswordInput {...control} {...form.text("secret")} autoComplete="new-password" />}
      </Field>
    </FormDialog>
  );
}

interface ResultDialogProps {
  licence: string;
  onAgain(): void;
  onClose(): void;
}

function ResultDialog({ licence, onAgain, onClose }: ResultDialogProps) {
  const t = useText();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(licence);
      addNote({ tone: "done", text: t("devices.licence.copied") });
    } catch {
      addNote({ tone: "ordinary", text: t("devices.licence.copyFailed") });
    }
  };
  return (
    <Dialog
      open
      title={t("devices.licence.title")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onAgain}>{t("devices.licence.again")}</Button>
          <Button kind="main" icon={Copy} onClick={() => void copy()}>
            {t("devices.licence.copy")}
          </Button>
        </>
      }
    >
      <Field label={t("devices.licence.result")}>
        {(control) => (
          <TextArea
            {...control}
            mono
            readOnly
            rows={3}
            value={licence}
            onChange={() => undefined}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
    </Dialog>
  );
}

/** Own types only: a licence is issued by the owner of its type. */
function useOwnTypes(): { id: string; name: string }[] {
  const tenantId = useTenantId();
  const query = { keyword: "", to_public: false, page_size: MAX_PAGE_SIZE };
  const { data } = useQuery({
    queryKey: [...TYPES_KEY, tenantId, "own"],
    queryFn: ({ signal }) => api(listInfoModels, { params: { tenant_id: tenantId }, query }, { signal }),
    enabled: tenantId !== "",
  });
  return (data?.list ?? []).filter(({ own }) => own);
}
