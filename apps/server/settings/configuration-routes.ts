import {
  type ConfigurationLink,
  configInfo,
  resourceLinks,
  siteUrl,
  systemConfig,
} from "@canopy/contract/settings/configuration";
import { publicRoute, type Route, route } from "../platform/http/route.ts";

/** Operator settings for all tenants; each part may be empty. */
export interface ProductSettings extends ConfigurationLink {
  cloudname: string;
  loginLogo: string;
  homepageLogo: string;
}

/** NAV-15 */
export function configurationRoutes(settings: ProductSettings): Route[] {
  const { cloudname, loginLogo, homepageLogo, ...link } = settings;
  const text = JSON.stringify(link);
  const sites = { billing: settings.billing, manage: settings.manage };
  return [
    publicRoute(configInfo, () => ({ data: { loginLogo, cloudname, link: text } })),
    publicRoute(systemConfig, () => ({ data: { homepageLogo, cloudname, link: text } })),
    route(siteUrl, ({ query }) => ({ data: sites[query.key] })),
    route(resourceLinks, () => ({
      list: Object.entries(sites)
        .filter(([, url]) => url !== "")
        .map(([key, url]) => ({ key, url })),
    })),
  ];
}
