import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { approveFlash, type FlashRunRow, startFlash } from "@canopy/contract/diagnosis/flashing/runs";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import "./flash-texts.ts";
import styles from "./flashing.module.css";

interface ProofDialogProps {
  run: FlashRunRow;
  kind: "start" | "approve";
  onDone(): void;
  onClose(): void;
}

/** The last six of the VIN typed, and the password. */
export function ProofDialog({ run, kind, onDone, onClose }: ProofDialogProps) {
  const t = useText();
  const form = useContractForm(startFlash.body, {
    initial: { password: "", vin_tail: "" },
    fieldOfCode: { [flashErrors.vinWrong.code]: "vin_tail", [flashErrors.passwordWrong.code]: "password" },
    submit: async (body) => {
      const params = { things_id: run.things_id, run_id: run.run_id };
      await api(kind === "start" ? startFlash : approveFlash, { params, body });
      onDone();
    },
  });
  return (
    <FormDialog
      title={t(kind === "start" ? "diagnosis.flash.startTitle" : "diagnosis.flash.approveTitle")}
      width={480}
      onClose={onClose}
      action={t(kind === "start" ? "diagnosis.flash.start" : "diagnosis.flash.approve")}
      danger={kind === "start"}
      busy={form.busy}
      error={form.formError}
      leaves="freely"
      onSubmit={form.onSubmit}
    >
      <p className={styles.quiet}>
        {t("diagnosis.flash.proofNote", { ecu: run.ecu_name, version: run.software_to, vin: run.vin })}
      </p>
      <Field label={t("diagnosis.flash.vinTail")} error={form.errorOf("vin_tail")} required>
        {(control) => <TextInput {...control} {...form.text("vin_tail")} mono autoComplete="off" />}
      </Field>
      <Field label={t("diagnosis.flash.password")} error={form.errorOf("password")} required>
        {(control) => <PasswordInput {...control} {...form.text("password")} autoComplete="current-password" />}
      </Field>
    </FormDialog>
  );
}
