import { Link } from "@tanstack/react-router";
import { Register } from "../../../accounts/registration/Register.tsx";
import { useText } from "../../../platform/i18n.ts";
import { useConfiguration } from "../../../settings/configuration.ts";
import { useSystemName } from "../../header/system-name.ts";
import { usePageSearch } from "../../use-page-search.ts";

/** ACC-13: the step stands in the address; an invitation link names its merchant there. */
export function RegisterPage() {
  const t = useText();
  const { search, onSearch } = usePageSearch();
  const { link } = useConfiguration();
  const systemName = useSystemName();
  return (
    <Register
      systemName={systemName}
      step={Number(search.step ?? 1) || 1}
      merchant={search.merchant || undefined}
      merchantsOpen={link.merchantRegistration}
      signIn={
        <Link to="/Login" data-hit>
          {t("accounts.register.signIn")}
        </Link>
      }
      terms={
        <Link to="/doc" search={{ type: "help", page: "terms" }} target="_blank" data-hit>
          {t("accounts.register.terms")}
        </Link>
      }
      onStep={(step) => onSearch({ step: String(step) })}
    />
  );
}
