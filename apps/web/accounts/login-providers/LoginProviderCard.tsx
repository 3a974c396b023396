import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { CopyText } from "../../ui/CopyButton.tsx";
import layout from "../../ui/layout.module.css";
import { Chip } from "../../ui/marks/Chip.tsx";
import company from "../company/company.module.css";
import type { LoginProviderRow } from "./login-providers-query.ts";

interface LoginProviderCardProps {
  provider: LoginProviderRow;
  onEdit(): void;
  onRemove(): void;
}

export function LoginProviderCard({ provider: row, onEdit, onRemove }: LoginProviderCardProps) {
  const t = useText();
  const isSet = row.app_id !== "";
  const state = !isSet ? "none" : row.is_on ? "on" : "off";
  return (
    <Card
      title={t(`accounts.loginProviders.kind.${row.kind}`)}
      aside={<Chip tone={state === "on" ? "green" : "ordinary"}>{t(`accounts.loginProviders.${state}`)}</Chip>}
    >
      <div className={layout.stack}>
        <dl className={company.facts}>
          {isSet && (
            <>
              <dt>{t("accounts.loginProviders.appId")}</dt>
              <dd className="mono">{row.app_id}</dd>
              <dt>{t("accounts.loginProviders.apiUrl")}</dt>
              <dd className="mono">{row.api_url}</dd>
            </>
          )}
          <dt>{t("accounts.loginProviders.callback")}</dt>
          <dd>
            <CopyText text={location.host} />
          </dd>
        </dl>
        {row.is_from_environment && <p className={layout.note}>{t("accounts.loginProviders.fromEnvironment")}</p>}
        <div className={company.acts}>
          <Button onClick={onEdit}>{t(isSet ? "accounts.loginProviders.edit" : "accounts.loginProviders.set")}</Button>
          {isSet && !row.is_from_environment && (
            <Button kind="quiet" onClick={onRemove}>
              {t("accounts.loginProviders.remove")}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
