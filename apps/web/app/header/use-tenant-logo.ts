import { useConfiguration } from "../../settings/configuration.ts";
import { useCustomisation } from "../../settings/customisation.ts";

/** The tenant's logo, else the operator's; empty: our sign. Only pictures of our own or inside the value (CSP). */
export function useTenantLogo(): string {
  const { homepageLogo } = useConfiguration();
  const { systemLogo } = useCustomisation();
  return systemLogo || homepageLogo;
}
