import { personStep } from "@canopy/contract/accounts/registration";
import { ArrowLeft, Send } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import type { PersonValues } from "./draft.ts";
import { PersonFields } from "./PersonFields.tsx";
import styles from "./registration.module.css";

interface PersonStepProps {
  initial: PersonValues;
  onChange(values: PersonValues): void;
  onBack(): void;
  /** Sends the whole registration. */
  onSend(values: PersonValues): Promise<void>;
}

export function PersonStep({ initial, onChange, onBack, onSend }: PersonStepProps) {
  const t = useText();
  const form = useContractForm(personStep, { initial, submit: onSend });
  const set = (field: keyof PersonValues & string, value: string) => {
    form.text(field).onChange(value);
    onChange({ ...form.values, [field]: value });
  };
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormAlert text={form.formError} />
      <PersonFields form={form} size="entry" onSet={set} />
      <div className={styles.foot}>
        <Button size="entry" icon={ArrowLeft} onClick={onBack}>
          {t("accounts.register.back")}
        </Button>
        <Button kind="main" size="entry" type="submit" icon={Send} busy={form.busy}>
          {t("accounts.register.submit")}
        </Button>
      </div>
    </form>
  );
}
