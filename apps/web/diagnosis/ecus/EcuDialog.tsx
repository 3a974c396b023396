import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { createEcu, type Ecu, ecuContent, updateEcu } from "@canopy/contract/diagnosis/ecus";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { FLASH_KEY, packagesQuery } from "../flashing/flash-queries.ts";
import { HexInput } from "../HexInput.tsx";
import { dtcFilesQuery, unlockFilesQuery } from "./ecu-queries.ts";
import "./ecu-texts.ts";
import styles from "./ecus.module.css";

interface EcuDialogProps {
  /** Absent for a new one. */
  ecu?: Ecu;
  onDone(ecu: Ecu): void;
  onClose(): void;
}

const OBD = { physical_id: 0x7e0, response_id: 0x7e8, functional_id: 0x7df };
const OBD_EXTENDED = { physical_id: 0x18da10f1, response_id: 0x18daf110, functional_id: 0x18db33f1 };
const FILES = [
  { field: "dtc_file_id", label: "diagnosis.ecus.dtcFile" },
  { field: "package_id", label: "diagnosis.ecus.package" },
  { field: "unlock_file_id", label: "diagnosis.ecus.unlockFile" },
] as const;
const ADDRESSES = [
  { field: "physical_id", label: "diagnosis.ecus.physical" },
  { field: "response_id", label: "diagnosis.ecus.response" },
  { field: "functional_id", label: "diagnosis.ecus.functional" },
] as const;

/** UDS-03 */
export function EcuDialog({ ecu, onDone, onClose }: EcuDialogProps) {
  const t = useText();
  const client = useQueryClient();
  const { data: dtcFiles = [] } = useQuery(dtcFilesQuery);
  const { data: unlockFiles = [] } = useQuery(unlockFilesQuery);
  const { data: packages = [] } = useQuery(packagesQuery);
  const files = {
    dtc_file_id: dtcFiles.map(({ dtc_file_id, name }) => ({ value: dtc_file_id, label: name })),
    package_id: packages.map(({ package_id, name }) => ({ value: package_id, label: name })),
    unlock_file_id: unlockFiles.map(({ unlock_file_id, name }) => ({ value: unlock_file_id, label: name })),
  };
  const { name = "", extended = false, dtc_file_id = null, unlock_file_id = null, package_id = null } = ecu ?? {};
  const { physical_id, response_id, functional_id } = ecu ?? OBD;
  const form = useContractForm(ecuContent, {
    initial: { name, extended, physical_id, response_id, functional_id, dtc_file_id, unlock_file_id, package_id },
    fieldOfCode: { [ecuErrors.ecuNameTaken.code]: "name" },
    submit: async (body) => {
      const answer = ecu
        ? await api(updateEcu, { params: { ecu_id: ecu.ecu_id }, body })
        : await api(createEcu, { body });
      // Packages say which ECUs name them.
      void client.invalidateQueries({ queryKey: FLASH_KEY });
      onDone(answer.data);
    },
  });
  // The usual addresses of the other kind, while nobody has typed any.
  const chooseKind = (kind: string) => {
    const isExtended = kind === "1";
    const usual = form.values.extended ? OBD_EXTENDED : OBD;
    const untouched = ADDRESSES.every(({ field }) => form.values[field] === usual[field]);
    form.replace({ ...form.values, extended: isExtended, ...(untouched && (isExtended ? OBD_EXTENDED : OBD)) });
  };
  return (
    <FormDialog
      width={600}
      title={t(ecu ? "diagnosis.ecus.edit" : "diagnosis.ecus.create")}
      onClose={onClose}
      action={t("diagnosis.ecus.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field label={t("diagnosis.ecus.name")} error={form.errorOf("name")} required>
        {(control) => <TextInput {...control} {...form.text("name")} dir="auto" autoComplete="off" />}
      </Field>
      <Segmented
        label={t("diagnosis.ecus.frame")}
        options={[
          { value: "0", label: t("diagnosis.ecus.standard") },
          { value: "1", label: t("diagnosis.ecus.extended") },
        ]}
        value={form.values.extended ? "1" : "0"}
        onChange={chooseKind}
      />
      <div className={styles.addresses}>
        {ADDRESSES.map(({ field, label }) => (
          <Field key={field} label={t(label)} error={form.errorOf(field)} required>
            {(control) => (
              <HexInput
                {...control}
                name={field}
                value={form.values[field]}
                onChange={(value) => form.set(field, value)}
              />
            )}
          </Field>
        ))}
      </div>
      <p className={styles.hint}>{t("diagnosis.ecus.hexHint")}</p>
      {FILES.map(({ field, label }) => (
        <Field key={field} label={t(label)} error={form.errorOf(field)}>
          {(control) => (
            <Select<string>
              {...control}
              options={[{ value: "", label: t("diagnosis.ecus.none") }, ...files[field]]}
              value={form.values[field] ?? ""}
              onChange={(value) => form.set(field, value === "" ? null : value)}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  );
}
