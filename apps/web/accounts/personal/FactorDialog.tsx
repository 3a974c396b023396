import "./texts.ts";
import { type FactorOffer, factorCode } from "@canopy/contract/accounts/second-factor";
import { Download } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import styles from "./personal.module.css";

interface FactorDialogProps {
  offer: FactorOffer;
  /** Gives the recovery codes. */
  confirm(code: string): Promise<string[]>;
  onClose(): void;
}

/** Picture and key, six digits, then the recovery codes, shown once. */
export function FactorDialog({ offer, confirm, onClose }: FactorDialogProps) {
  const t = useText();
  const [codes, setCodes] = useState<string[]>();
  const form = useContractForm(factorCode, {
    initial: { code: "" },
    submit: async ({ code }) => setCodes(await confirm(code)),
  });
  if (codes)
    return (
      <Dialog
        open
        title={t("accounts.factor.recovery")}
        onClose={onClose}
        footer={
          <>
            <CopyButton text={codes.join("\n")}>{t("accounts.factor.copy")}</CopyButton>
            <Button icon={Download} onClick={() => saveCodes(codes)}>
              {t("accounts.factor.save")}
            </Button>
            <Button kind="main" onClick={onClose}>
              {t("accounts.factor.kept")}
            </Button>
          </>
        }
      >
        <p>{t("accounts.factor.recoveryNote")}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code} className="mono">
              {code}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <FormDialog
      title={t("accounts.factor.title")}
      action={t("accounts.factor.turnOn")}
      busy={form.busy}
      error={form.formError}
      leaves="freely"
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <p>{t("accounts.factor.note")}</p>
      <img
        className={styles.qr}
        alt={t("accounts.factor.picture")}
        src={`data:image/svg+xml,${encodeURIComponent(offer.picture)}`}
      />
      <p>
        {t("accounts.factor.key")} <code className="mono">{offer.secret}</code> <CopyButton text={offer.secret} />
      </p>
      <Field label={t("accounts.factor.code")} error={form.errorOf("code")} required>
        {(control) => (
          <TextInput
            {...control}
            {...form.text("code")}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function saveCodes(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }));
  Object.assign(document.createElement("a"), { href: url, download: "canopy-recovery-codes.txt" }).click();
  URL.revokeObjectURL(url);
}
