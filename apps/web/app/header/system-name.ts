import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../accounts/session.ts";
import { useText } from "../../platform/i18n.ts";
import { useConfiguration } from "../../settings/configuration.ts";
import { customisationQuery } from "../../settings/customisation.ts";

/** The tenant's name for the product, else the operator's, else ours (NAV-08). */
export function useSystemName(): string {
  const t = useText();
  const session = useSession();
  const { cloudname } = useConfiguration();
  const { data } = useQuery({ ...customisationQuery, enabled: session !== null });
  return (session && data?.systemName) || cloudname || t("ui.product.name");
}
