import { MERCHANT, OWNER } from "@canopy/contract/accounts/registration";
import { useText } from "../../platform/i18n.ts";
import styles from "./registration.module.css";

interface KindChoiceProps {
  value: number;
  merchantsOpen: boolean;
  onChange(kind: number): void;
}

/** ACC-13: a closed choice stays visible and says so. */
export function KindChoice({ value, merchantsOpen, onChange }: KindChoiceProps) {
  const t = useText();
  const kinds = [
    { kind: OWNER, title: t("accounts.register.owner"), note: t("accounts.register.ownerNote"), isOpen: true },
    {
      kind: MERCHANT,
      title: t("accounts.register.maker"),
      note: t(merchantsOpen ? "accounts.register.makerNote" : "accounts.register.makerClosed"),
      isOpen: merchantsOpen,
    },
  ];
  return (
    <fieldset className={styles.kinds} aria-label={t("accounts.register.kind")}>
      {kinds.map(({ kind, title, note, isOpen }) => (
        <label key={kind} className={styles.kind} data-chosen={value === kind || undefined}>
          <input
            type="radio"
            name="tenant_type"
            checked={value === kind}
            disabled={!isOpen}
            onChange={() => onChange(kind)}
          />
          <span>
            <strong>{title}</strong>
            <small>{note}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
