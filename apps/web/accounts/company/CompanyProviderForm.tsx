import { checkOidc, type getOidc, oidcForm, setOidc } from "@canopy/contract/accounts/oidc";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyButton.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { ClaimRules } from "./ClaimRules.tsx";
import styles from "./company.module.css";

interface CompanyProviderFormProps {
  saved: Reply<typeof getOidc>["data"];
  onSaved(): void;
  onRemove(): void;
}

const FIELDS = [
  ["issuer", "issuer", 512],
  ["client_id", "clientId", 256],
  ["scopes", "scopes", 256],
] as const;

export function CompanyProviderForm({ saved, onSaved, onRemove }: CompanyProviderFormProps) {
  const t = useText();
  const { company, has_secret, ...initial } = saved;
  const form = useContractForm(oidcForm, {
    initial: { ...initial, client_secret: undefined },
    submit: async (body) => {
      const { message } = await api(setOidc, { body });
      addNote({ tone: "done", text: message });
      onSaved();
    },
  });
  const check = useMutation({
    mutationFn: () => api(checkOidc, { body: { issuer: form.values.issuer } }),
    onSuccess: ({ data }) =>
      addNote({ tone: "done", text: t("accounts.oidc.checked", { address: data.authorization_endpoint }) }),
    onError: (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <LeaveGuard isUnkept={form.isChanged} />
      <FormAlert text={form.formError} />
      <p className={styles.note}>{t("accounts.oidc.note")}</p>
      <Checkbox checked={form.values.enabled} onChange={(ticked) => form.set("enabled", ticked)}>
        {t("accounts.oidc.on")}
      </Checkbox>
      <Checkbox checked={form.values.joins_by_email === true} onChange={(ticked) => form.set("joins_by_email", ticked)}>
        {t("accounts.oidc.joins")}
      </Checkbox>
      {FIELDS.map(([name, label, maxLength]) => (
        <Field key={name} label={t(`accounts.oidc.${label}`)} error={form.errorOf(name)} required>
          {(control) => (
            <TextInput
              {...control}
              {...form.text(name)}
              mono
              spellCheck={false}
              autoComplete="off"
              maxLength={maxLength}
            />
          )}
        </Field>
      ))}
      <Field
        label={t("accounts.oidc.secret")}
        hint={has_secret ? t("accounts.oidc.secretKept") : undefined}
        error={form.errorOf("client_secret")}
        required={!has_secret}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.text("client_secret")}
            onChange={(typed) => form.set("client_secret", typed === "" ? undefined : typed)}
            autoComplete="new-password"
            maxLength={1024}
          />
        )}
      </Field>
      <ClaimRules rules={form.values.rules} onChange={(rules) => form.set("rules", rules)} />
      <dl className={styles.facts}>
        <dt>{t("accounts.oidc.redirect")}</dt>
        <dd>
          <CopyText text={`${location.origin}/Login`} />
        </dd>
        <dt>{t("accounts.oidc.address")}</dt>
        <dd>
          <CopyText text={`${location.origin}/Login?company=${encodeURIComponent(company)}`} />
        </dd>
      </dl>
      <div className={styles.acts}>
        <Button kind="main" type="submit" busy={form.busy}>
          {t("accounts.oidc.save")}
        </Button>
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {t("accounts.oidc.check")}
        </Button>
        {has_secret && (
          <Button kind="danger" onClick={onRemove}>
            {t("accounts.oidc.remove")}
          </Button>
        )}
      </div>
    </form>
  );
}
