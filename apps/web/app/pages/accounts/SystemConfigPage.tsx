import "../../../settings/look/texts.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { CompanyProvider } from "../../../accounts/company/CompanyProvider.tsx";
import { meQuery } from "../../../accounts/me.ts";
import { FactorRule } from "../../../accounts/personal/FactorRule.tsx";
import { SendingRuleForm } from "../../../devices/sending/SendingRuleForm.tsx";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { useConfiguration } from "../../../settings/configuration.ts";
import { customisationQuery } from "../../../settings/customisation.ts";
import { LookForm, lookOf } from "../../../settings/look/LookForm.tsx";
import { LookPreview } from "../../../settings/look/LookPreview.tsx";
import { TrackingSwitch } from "../../../settings/look/TrackingSwitch.tsx";
import { UpdateLog } from "../../../settings/updates/UpdateLog.tsx";
import { Card } from "../../../ui/Card.tsx";
import { FailedState } from "../../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../../ui/marks/Skeleton.tsx";
import styles from "../pages.module.css";
import { TitledPage } from "../TitledPage.tsx";

/** NAV-08, NAV-10, NAV-13, OPS-07: what is the same for everybody of a tenant. */
export function SystemConfigPage() {
  const t = useText();
  const { data: me } = useQuery(meQuery);
  const { version } = useConfiguration().link;
  const hash = useRouterState({ select: (state) => state.location.hash });
  const isManager = me?.privileges.tenant_manager === true;
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <TitledPage title="app.page.systemConfig">
      <div className={styles.config}>
        <div id="look">
          <Card title={t("settings.look.look")}>
            <LookPart company={me?.tenant.name ?? ""} isManager={isManager} />
          </Card>
        </div>
        <div id="rules">
          <Card title={t("settings.look.rules")}>
            {isManager && <FactorRule />}
            <TrackingSwitch isManager={isManager} />
            <SendingRuleForm isManager={isManager} />
          </Card>
        </div>
        {isManager && (
          <div id="company">
            <Card title={t("settings.look.signIn")}>
              <CompanyProvider />
            </Card>
          </div>
        )}
        <div id="updates">
          <Card title={t("settings.look.updates")}>
            <UpdateLog version={version} />
          </Card>
        </div>
      </div>
    </TitledPage>
  );
}

function LookPart({ company, isManager }: { company: string; isManager: boolean }) {
  const t = useText();
  const { link, cloudname, homepageLogo } = useConfiguration();
  const { data, error, refetch } = useQuery(customisationQuery);
  if (error)
    return <FailedState title={t("settings.look.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} columns={2} />;
  const defaults = {
    systemLogo: homepageLogo,
    systemName: cloudname || t("ui.product.name"),
    systemLanguage: link.systemLanguage ?? "",
    systemWebBottomCompany: link.company || t("app.footer.company"),
    systemWebBottomPhone: link.phone || t("app.footer.phone"),
    systemWebBottomEmail: link.email || t("app.footer.email"),
  };
  const { trackingOff: _, ...saved } = data;
  const address = `${location.origin}/Login?company=${encodeURIComponent(company)}`;
  return (
    <LookForm
      saved={lookOf(saved)}
      defaults={defaults}
      denied={isManager ? undefined : t("settings.look.readOnly")}
      preview={(look) => <LookPreview look={look} defaults={defaults} address={address} />}
    />
  );
}
