import "../texts.ts";
import "../registration/texts.ts";
import "./texts.ts";
import { getProfile, type Profile } from "@canopy/contract/accounts/personal";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { ContactBlock } from "./ContactBlock.tsx";
import { FactorBlock } from "./FactorBlock.tsx";
import { OwnDataBlock } from "./OwnDataBlock.tsx";
import { PasswordBlock } from "./PasswordBlock.tsx";
import { ProfileBlock } from "./ProfileBlock.tsx";
import styles from "./personal.module.css";
import { profileKey } from "./profile-key.ts";

interface PersonalCentreProps {
  /** Links to pages that this floor does not know: sessions, tokens, registrations. */
  links: ReactNode;
  merchantLink: ReactNode;
  onClosed(): void;
}

/** ACC-24, ACC-26: who one is, where one is signed in, what can be taken along. Each block saves alone. */
export function PersonalCentre({ links, merchantLink, onClosed }: PersonalCentreProps) {
  const t = useText();
  const query = useQuery({
    queryKey: [getProfile.name],
    queryFn: async ({ signal }) => (await api(getProfile, {}, { signal })).data,
  });
  if (query.error)
    return (
      <FailedState
        title={t("accounts.personal.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  const profile = query.data;
  if (!profile) return <Skeleton rows={8} columns={2} />;
  return (
    <div className={styles.page}>
      <Card title={t("accounts.personal.profile")}>
        <Facts profile={profile} merchantLink={merchantLink} />
        <ProfileBlock key={profileKey(profile)} profile={profile} />
      </Card>
      <Card title={t("accounts.personal.contact")}>
        <ContactBlock profile={profile} />
      </Card>
      <Card title={t("accounts.personal.password")}>
        <PasswordBlock />
        <p className={styles.acts}>{links}</p>
      </Card>
      <Card title={t("accounts.factor.title")}>
        <FactorBlock />
      </Card>
      <Card title={t("accounts.personal.data")}>
        <OwnDataBlock profile={profile} onClosed={onClosed} />
      </Card>
    </div>
  );
}

function Facts({ profile, merchantLink }: { profile: Profile; merchantLink: ReactNode }) {
  const t = useText();
  const { merchant_code } = profile;
  const invitation = `${location.origin}/Register?merchant=${merchant_code}`;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t("accounts.personal.signInName")}</dt>
        <dd>{profile.sign_in_name}</dd>
      </div>
      <div>
        <dt>{t("accounts.personal.tenant")}</dt>
        <dd>{profile.tenant_name}</dd>
      </div>
      {merchant_code && (
        <>
          <div>
            <dt>{t("accounts.personal.merchantCode")}</dt>
            <dd>
              <span className="mono">{merchant_code}</span>
              <CopyButton text={merchant_code} />
            </dd>
          </div>
          <div>
            <dt>{t("accounts.personal.invitation")}</dt>
            <dd>
              <span className="mono">{invitation}</span>
              <CopyButton text={invitation} />
            </dd>
          </div>
          <div>
            <dt className="unseen">{t("accounts.personal.merchantCode")}</dt>
            <dd>{merchantLink}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
