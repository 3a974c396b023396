import { Link } from "@tanstack/react-router";
import { PersonalCentre } from "../../../accounts/personal/PersonalCentre.tsx";
import { useText } from "../../../platform/i18n.ts";
import { signOutHere } from "../../session/sign-out-here.ts";
import { TitledPage } from "../TitledPage.tsx";

export function PersonalCenterPage() {
  const t = useText();
  return (
    <TitledPage title="app.page.personal">
      <PersonalCentre
        links={
          <>
            <Link to="/Container/UserManager/Sessions">{t("accounts.personal.sessions")}</Link>
            <Link to="/Container/UserManager/AccessTokens">{t("accounts.personal.tokens")}</Link>
          </>
        }
        merchantLink={
          <>
            <Link to="/Container/Operating/Registrations" data-hit>
              {t("accounts.personal.registrations")}
            </Link>{" "}
            <Link to="/Container/Operating/Tenants" data-hit>
              {t("accounts.personal.owners")}
            </Link>
          </>
        }
        onClosed={() => void signOutHere()}
      />
    </TitledPage>
  );
}
