import {
  type ConfigurationLink,
  configInfo,
  resourceLinks,
  siteUrl,
  systemConfig,
} from "@canopy/contract/settings/configuration";
import { publicRoute, type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { findLook } from "./attribute-store.ts";

/** Operator settings for all tenants; each part may be empty. */
export interface ProductSettings extends ConfigurationLink {
  cloudname: string;
  loginLogo: string;
  homepageLogo: string;
}

/** NAV-15 */
export function configurationRoutes(db: Db, settings: ProductSettings): Route[] {
  const shown = async (company: string) => {
    const own = company === "" ? undefined : await findLook(db, company);
    const { cloudname, loginLogo, homepageLogo, ...link } = settings;
    const ofTenant = {
      systemLanguage: own?.systemLanguage || link.systemLanguage,
      company: own?.systemWebBottomCompany || link.company,
      phone: own?.systemWebBottomPhone || link.phone,
      email: own?.systemWebBottomEmail || link.email,
    };
    return {
      cloudname: own?.systemName || cloudname,
      loginLogo: own?.systemLogo || loginLogo,
      homepageLogo: own?.systemLogo || homepageLogo,
      link: JSON.stringify({ ...link, ...ofTenant }),
    };
  };
  const sites = { billing: settings.billing, manage: settings.manage };
  return [
    publicRoute(configInfo, async ({ query }) => {
      const { loginLogo, cloudname, link } = await shown(query.company);
      return { data: { loginLogo, cloudname, link } };
    }),
    publicRoute(systemConfig, async ({ query }) => {
      const { homepageLogo, cloudname, link } = await shown(query.company);
      return { data: { homepageLogo, cloudname, link } };
    }),
    route(siteUrl, ({ query }) => ({ data: sites[query.key] })),
    route(resourceLinks, () => ({
      list: Object.entries(sites)
        .filter(([, url]) => url !== "")
        .map(([key, url]) => ({ key, url })),
    })),
  ];
}
