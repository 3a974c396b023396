import { OIDC_RULES_MAX, type OidcRule } from "@canopy/contract/accounts/oidc";
import { TENANT_LEVELS } from "@canopy/contract/accounts/sub-users";
import { Plus, Trash2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "./company.module.css";

const NEW: OidcRule = { claim: "", value: "", tenant_level: "read", device_level: "none" };

interface ClaimRulesProps {
  rules: readonly OidcRule[];
  onChange(rules: OidcRule[]): void;
}

/** Which claims of the provider give which rights; the first that fits decides. */
export function ClaimRules({ rules, onChange }: ClaimRulesProps) {
  const t = useText();
  const levels = TENANT_LEVELS.map((value) => ({ value, label: t(`accounts.oidc.level.${value}`) }));
  const change = (at: number, part: Partial<OidcRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  const row = (rule: OidcRule, at: number) => (
    <li key={at} className={styles.rule}>
      <TextInput
        aria-label={t("accounts.oidc.claim")}
        placeholder={t("accounts.oidc.claim")}
        mono
        maxLength={128}
        value={rule.claim}
        onChange={(claim) => change(at, { claim })}
      />
      <TextInput
        aria-label={t("accounts.oidc.value")}
        placeholder={t("accounts.oidc.value")}
        mono
        maxLength={256}
        value={rule.value}
        onChange={(value) => change(at, { value })}
      />
      <span className={styles.level}>
        <span aria-hidden>{t("accounts.oidc.tenantLevel")}</span>
        <Select
          aria-label={t("accounts.oidc.tenantLevel")}
          options={levels}
          value={rule.tenant_level}
          onChange={(tenant_level) => change(at, { tenant_level })}
        />
      </span>
      <span className={styles.level}>
        <span aria-hidden>{t("accounts.oidc.deviceLevel")}</span>
        <Select
          aria-label={t("accounts.oidc.deviceLevel")}
          options={levels}
          value={rule.device_level}
          onChange={(device_level) => change(at, { device_level })}
        />
      </span>
      <IconButton
        icon={Trash2}
        label={t("accounts.oidc.removeRule")}
        onClick={() => onChange(rules.filter((_, index) => index !== at))}
      />
    </li>
  );
  return (
    <fieldset className={styles.rules}>
      <legend>{t("accounts.oidc.rules")}</legend>
      <ol>{rules.map(row)}</ol>
      {rules.length < OIDC_RULES_MAX && (
        <Button icon={Plus} onClick={() => onChange([...rules, NEW])}>
          {t("accounts.oidc.addRule")}
        </Button>
      )}
    </fieldset>
  );
}
