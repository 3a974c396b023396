import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../accounts/session.ts";
import { useText } from "../../platform/i18n.ts";
import { useConfiguration } from "../../settings/configuration.ts";
import { customisationQuery } from "../../settings/customisation.ts";

export interface Contact {
  company: string;
  phone: string;
  email: string;
  /** NAV-04: with a company of its own, a tenant does not see the low-code platform. */
  isDefaultCompany: boolean;
}

/** Each value by itself: the tenant's, else the operator's, else ours (NAV-08). */
export function useContact(): Contact {
  const t = useText();
  const isSignedIn = useSession() !== null;
  const { link } = useConfiguration();
  const { data } = useQuery({ ...customisationQuery, enabled: isSignedIn });
  const own = isSignedIn ? data : undefined;
  const usual = link.company || t("app.footer.company");
  const company = own?.systemWebBottomCompany || usual;
  return {
    company,
    phone: own?.systemWebBottomPhone || link.phone || t("app.footer.phone"),
    email: own?.systemWebBottomEmail || link.email || t("app.footer.email"),
    isDefaultCompany: company === usual,
  };
}
